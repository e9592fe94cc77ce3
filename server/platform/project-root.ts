import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The project's folder, found from wherever this code is: its source or the built bundle. */
export const projectRoot = ((): string => {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package-lock.json'))) {
    const above = dirname(folder)
    if (above === folder) throw new Error('The project folder (with package-lock.json) was not found')
    folder = above
  }
  return folder
})()
