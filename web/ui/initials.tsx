import styles from './initials.module.css'

const HUES = 8

/** Letters that stand for a name: of the first and the last word, signs such as `&` left out. */
function initialsOf(name: string): string {
  const words = name.split(/[\s\p{P}\p{S}]+/u).filter(Boolean)
  const picked = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  const letters = picked.map((word) => [...word][0]!).join('')
  return (letters || '?').toLocaleUpperCase()
}

/** The same name has the same color everywhere; the color means nothing. */
function hueOf(name: string): number {
  let sum = 0
  for (const sign of name) sum = (sum * 31 + sign.codePointAt(0)!) >>> 0
  return sum % HUES
}

/** Stands beside the name it abbreviates, hence hidden from screen readers. */
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
