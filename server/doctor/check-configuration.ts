import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { tryWrite } from '#server/platform/check-place.ts'
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
    tryWrite(folder)
    return ok(`the data folder ${resolve(path)} is writable`)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT')
      return failure(`the disk of ${folder} is full`, 'Free some space: no file can be stored until then.')
    return failure(
      `${folder} is not writable`,
      'Give the program’s user write access to it, or set DATA_DIR to a writable folder.',
    )
  }
}
