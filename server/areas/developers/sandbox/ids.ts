import { uuidOf } from '#server/platform/ids.ts'

/** Ids of the sandbox: the same in every installation, and never used elsewhere. */
export const sandboxId = (kind: string, n: number): string => uuidOf(['sandbox', kind, String(n)])
