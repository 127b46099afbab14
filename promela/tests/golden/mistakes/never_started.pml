// a proctype that nobody starts
proctype Sender() {
  skip
}
init {
  skip
}
