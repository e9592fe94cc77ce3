/** A small mistake in one source file, and the tests of one file that must notice it. */
export interface SourceFault {
  /** Its name, for the command and the list. */
  name: string
  /** What would go wrong, in one sentence. */
  says: string
  file: string
  /** A piece of the file's text that is there exactly once, and what the mistake makes of it. */
  before: string
  after: string
  test: string
}

/** The file's text with the mistake in it. Throws unless the piece is there exactly once and differs. */
export function spoil(text: string, { name, file, before, after }: SourceFault): string {
  const parts = text.split(before)
  if (parts.length !== 2) throw new Error(`${name}: ${file} has ${parts.length - 1} times: ${before}`)
  if (before === after) throw new Error(`${name} changes nothing`)
  return parts.join(after)
}
