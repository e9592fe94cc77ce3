import { Initials } from './initials.tsx'
import styles from './initials.module.css'

type PortraitProps = { name: string; image: string | null; size?: 'sm' | 'md' | 'lg' }

/** A person's picture or initials. Hidden from screen readers, because the name is next to it. */
export function Portrait({ name, image, size = 'md' }: PortraitProps) {
  if (image === null) return <Initials name={name} size={size} round />
  return <img src={image} alt="" className={styles.portrait} data-size={size} />
}
