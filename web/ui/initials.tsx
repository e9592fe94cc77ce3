import styles from './initials.module.css'

const HUES = 8

/** The initials of a name: from its first and last word, ignoring symbols such as `&`. */
function initialsOf(name: string): string {
  const words = name.split(/[\s\p{P}\p{S}]+/u).filter(Boolean)
  const pair = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  const letters = pair.map((word) => [...word][0]!).join('')
  return (letters || '?').toLocaleUpperCase()
}

/** A name's color, the same everywhere; it has no meaning. */
function hueOf(name: string): number {
  let sum = 0
  for (const sign of name) sum = (sum * 31 + sign.codePointAt(0)!) >>> 0
  return sum % HUES
}

/** Hidden from screen readers, because the full name is next to it. */
export function Initials({
  name,
  size = 'md',
  round = false,
}: {
  name: string
  size?: 'sm' | 'md' | 'lg'
  round?: boolean
}) {
  return (
    <span
      className={styles.root}
      data-hue={hueOf(name)}
      data-size={size}
      data-round={round || undefined}
      aria-hidden="true"
    >
      <bdi>{initialsOf(name)}</bdi>
    </span>
  )
}
