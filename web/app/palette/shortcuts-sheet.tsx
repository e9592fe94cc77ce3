import { useT } from '../../i18n/texts.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import { isApple } from '../../ui/is-apple.ts'
import { shortcutGroups, type Keys } from './shortcuts.ts'
import styles from './shortcuts-sheet.module.css'

/** All keyboard shortcuts, opened by a question mark. */
export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const t = useT()
  return (
    <Dialog opened onClose={onClose} title={t('Keyboard shortcuts')} size="xl">
      <div className={styles.root}>
        {shortcutGroups.map(({ title, shortcuts }) => (
          <section key={title} className={styles.group} aria-label={t(title)}>
            <h3 className={styles.title}>{t(title)}</h3>
            <dl className={styles.list}>
              {shortcuts.map(({ does, keys }) => (
                <div key={does} className={styles.line}>
                  <dt>{t(does)}</dt>
                  <dd className={styles.ways}>
                    {keys.map((one) => (
                      <Combination key={one.join(' ')} keys={one} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

/** Keys are named as on the keyboard, left to right in every language. */
function Combination({ keys }: { keys: Keys }) {
  return (
    <span className={styles.keys} dir="ltr">
      {keys.map((key) => (
        <kbd key={key} className={styles.key}>
          {key === 'Mod' ? (isApple() ? '⌘' : 'Ctrl') : key}
        </kbd>
      ))}
    </span>
  )
}
