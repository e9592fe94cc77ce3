import { withoutInvisible } from '#contract/core/invisible.ts'

const patterns = { md5: /^[0-9a-f]{32}$/, sha1: /^[0-9a-f]{40}$/, sha256: /^[0-9a-f]{64}$/ } as const

const plain = /^[0-9a-f]+$/

/** A hash of an address in lower case, without what surrounds it in files; null if it is none of this kind. */
export function readHash(text: string, kind: keyof typeof patterns): string | null {
  const bare = plain.test(text)
    ? text
    : withoutInvisible(text)
        .replace(/^[\s"'‘’]+|[\s"'‘’,;]+$/g, '')
        .toLowerCase()
  return patterns[kind].test(bare) ? bare : null
}
