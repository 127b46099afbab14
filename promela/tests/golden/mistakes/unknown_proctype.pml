// `run` of an unknown proctype
active proctype Sender() {
  skip
}
init {
  run Sendr()
}
