import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { brand } from '../../../session/boot.ts'
import { termTexts } from '../company-form.ts'
import styles from './cost.module.css'
import { kindTexts } from './cost-texts.ts'
import type { CostChange } from './cost-values.ts'

/** The pending changes, shown for review before saving. */
export function CostReview({ changes, consequence }: { changes: readonly CostChange[]; consequence: string }) {
  const t = useT()
  const format = useFormat()
  const e4Of = (dollars: number): number => Math.round(dollars * 10_000)
  const all_e4 = changes.flatMap(({ was, becomes }) => [e4Of(was), e4Of(becomes)])
  const price = (dollars: number): string => isolate(format.priceAmong(e4Of(dollars), all_e4))
  return (
    <>
      <p className={styles.note}>{consequence}</p>
      <ul className={styles.changes} aria-label={t('What changes')}>
        {changes.map(({ term, module, kind, field, was, becomes }) => (
          <li key={`${term} ${field}`}>
            <span>
              {t('{price} of {product} ({term})', {
                term: t(termTexts[term]),
                product: isolate(brand().modules[module].name),
                price: t(kindTexts[kind]),
              })}
            </span>
            <span className={styles.change}>{t('{old} → {new}', { old: price(was), new: price(becomes) })}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
