import { join, resolve } from 'node:path'

/** The sealed list of opt-outs and deletions, which lies beside backups: it is newer than each of them. */
export const suppressionsName = 'leadloom-suppressions.sealed'

export const suppressionsFileOf = (folder: string): string => join(resolve(folder), suppressionsName)
