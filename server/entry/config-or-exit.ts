import { serviceSettings } from '#server/areas/integrations/connectors/service-settings.ts'
import { ConfigProblems, readConfig, type Config } from '#server/platform/config.ts'

/**
 * The environment's configuration. If it is invalid, the program exits with a list of everything to fix instead of a
 * stack trace; `more` adds other problems of the environment to that list.
 */
export function configOrExit(more: readonly string[] = []): Config {
  const outcome = tryRead()
  const problems = outcome instanceof ConfigProblems ? [...outcome.problems, ...more] : more
  if (!(outcome instanceof ConfigProblems) && problems.length === 0) return outcome
  console.error(new ConfigProblems(problems).message)
  process.exit(1)
}

function tryRead(): Config | ConfigProblems {
  try {
    return readConfig(process.env, serviceSettings)
  } catch (error) {
    if (error instanceof ConfigProblems) return error
    throw error
  }
}
