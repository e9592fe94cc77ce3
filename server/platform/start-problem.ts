/** A start that only a person can mend. The message says what is wrong and what to do, to be shown without a stack trace. */
export class StartProblem extends Error {}
