/**
 * Something outside the program keeps it from starting: a bad setting, a taken port, a data folder in use.
 * The message is one line that says what is wrong, with which value, and what to do. Commands print the
 * message alone to stderr and exit 1; any other error is a defect and keeps its stack.
 */
export class StartError extends Error {
  override name = 'StartError'
}
