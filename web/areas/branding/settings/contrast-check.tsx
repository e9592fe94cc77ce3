import { IconCheck, IconWand } from '@tabler/icons-react'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { contrastText, lookProperties, type BrandLook } from '../../../ui/theme/brand-looks.ts'
import styles from './brand-preview.module.css'

const enough = 4.5

type Pair = { label: Text; text: string; background: string; shownColor: string | undefined; pickedColor: string }

/** Contrast of the selected colors, and the adjusted colors shown if it is too low (WCAG 1.4.3). */
export function ContrastCheck({ brand }: { brand: BrandLook }) {
  const t = useT()
  const pairs = pairsOf(brand)
  return (
    <section className={styles.check} aria-label={t('Contrast')}>
      <h3>{t('Contrast')}</h3>
      <ul>
        {pairs.map(({ label, text, background, shownColor, pickedColor }) => {
          const ratio = contrastText(text, background)
          const isChanged = shownColor !== undefined && shownColor !== pickedColor
          return (
            <li key={label}>
              {isChanged ? (
                <IconWand size={16} stroke={1.75} aria-hidden />
              ) : (
                <IconCheck size={16} stroke={1.75} aria-hidden />
              )}
              <span>{t(label)}</span>
              <bdi>{ratio.toFixed(1)}:1</bdi>
              <span className={styles.verdict}>
                {isChanged
                  ? t('Hard to read; {color} is shown instead', { color: shownColor })
                  : ratio >= enough
                    ? t('Easy to read')
                    : t('Readable')}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function pairsOf(brand: BrandLook): Pair[] {
  const all = lookProperties(brand)
  const { sidebar_bgcolor, text_color, link_color, template_bgcolor, box_bgcolor } = brand.looks
  const of = (name: string): string | undefined => all[`--brand-light-${name}`]
  const pairs: (Pair | null | '')[] = [
    {
      label: msg('Text on buttons'),
      text: of('on-fill')!,
      background: brand.brand_color,
      shownColor: of('fill'),
      pickedColor: brand.brand_color,
    },
    link_color && {
      label: msg('Links on white'),
      text: link_color,
      background: '#ffffff',
      shownColor: of('link'),
      pickedColor: link_color,
    },
    sidebar_bgcolor &&
      text_color && {
        label: msg('Menu on its background'),
        text: text_color,
        background: sidebar_bgcolor,
        shownColor: of('sidebar-text'),
        pickedColor: text_color,
      },
    template_bgcolor && {
      label: msg('Text on public pages'),
      text: '#5b6472',
      background: template_bgcolor,
      shownColor: of('template'),
      pickedColor: template_bgcolor,
    },
    box_bgcolor && {
      label: msg('Text in the login box'),
      text: '#5b6472',
      background: box_bgcolor,
      shownColor: of('box'),
      pickedColor: box_bgcolor,
    },
  ]
  return pairs.filter((pair) => pair !== null && pair !== '')
}
