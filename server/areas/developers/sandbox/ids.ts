import { uuidOf } from '#server/platform/ids.ts'

/** Ids of the sandbox: the same in every installation, and nobody's elsewhere. */
export const sandboxId = (kind: string, n: number): string => uuidOf(['sandbox', kind, String(n)])
