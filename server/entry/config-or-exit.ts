import { ConfigProblems, readConfig, type Config } from '#server/platform/config.ts'

/** The configuration of the environment. Where it is wrong the program ends, with what to mend instead of a stack. */
export function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigProblems)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
