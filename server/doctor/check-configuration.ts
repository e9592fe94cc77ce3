import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { failure, ok, type Finding } from './finding.ts'

/** The environment as the program would read it, and whether the data folder is writable. */
export async function checkConfiguration(config: Config): Promise<Finding[]> {
  return [ok(`${config.NODE_ENV}, roles ${config.ROLES.join(', ')}, port ${config.PORT}`), dataFolder(config.DATA_DIR)]
}

function dataFolder(path: string): Finding {
  let folder = resolve(path)
  // Created at the first start: until then, its nearest existing parent counts.
  while (!existsSync(folder)) folder = dirname(folder)
  if (!statSync(folder).isDirectory()) return failure(`${folder} is not a folder`, 'Set DATA_DIR to a folder.')
  try {
    accessSync(folder, constants.W_OK)
    return ok(`the data folder ${resolve(path)} is writable`)
  } catch {
    return failure(
      `${folder} is not writable`,
      'Give the program’s user write access to it, or set DATA_DIR to a writable folder.',
    )
  }
}
