import { ConfigProblems, readConfig, type Config } from '#server/platform/config.ts'

/**
 * The configuration of the environment. Where it is wrong the program ends, with what to mend instead of a stack: all of it
 * in one list, to which `more` adds what else was found wrong with the environment.
 */
export function configOrExit(more: readonly string[] = []): Config {
  const read = tryRead()
  const problems = read instanceof ConfigProblems ? [...read.problems, ...more] : more
  if (!(read instanceof ConfigProblems) && problems.length === 0) return read
  console.error(new ConfigProblems(problems).message)
  process.exit(1)
}

function tryRead(): Config | ConfigProblems {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (error instanceof ConfigProblems) return error
    throw error
  }
}
