// a channel without `of`
chan c = [2] { byte };
active proctype P() {
  c!1
}
