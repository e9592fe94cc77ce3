import { letterOf, logoSource } from './logo.ts'
import styles from './brand-mark.module.css'

/** The agency's logo, or its initial on the brand color. Hidden from screen readers, because the name is next to it. */
export function BrandMark({
  name,
  logo_svg,
  size = 'md',
}: {
  name: string
  logo_svg: string | null
  size?: 'md' | 'lg'
}) {
  if (logo_svg) return <img src={logoSource(logo_svg)} alt="" className={styles.image} data-size={size} />
  return (
    <span className={styles.letter} data-size={size} data-brand-mark data-image-class={styles.image} aria-hidden="true">
      <span data-brand-letter>{letterOf(name)}</span>
    </span>
  )
}
