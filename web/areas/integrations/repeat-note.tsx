import { Alert } from '@mantine/core'
import { fateOfRepeats, type DestinationRow } from '#contract/integrations/destinations.ts'
import type { RepeatFate } from '#contract/integrations/services.ts'
import { isolate } from '../../i18n/isolate.ts'
import { joinWords, msg, useT, type Text } from '../../i18n/texts.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import styles from './delivery-line.module.css'
import { kindTexts } from './words.ts'

const fateTexts: Readonly<Record<RepeatFate, Text>> = {
  message: msg('{names}: each resend carries the same ID, so the receiver can detect repeats.'),
  contact: msg('{names}: existing contacts are updated, not added again.'),
  row: msg('{names}: leads that already have a row don’t get another.'),
  again: msg('{names}: can’t detect repeats. Resent leads may arrive twice.'),
}
const fates = Object.keys(fateTexts) as RepeatFate[]

/** Says for each kind of destination whether resending a lead creates a duplicate there. */
export function RepeatNote({ kinds }: { kinds: readonly DestinationRow['kind'][] }) {
  const t = useT()
  const noteOf = (fate: RepeatFate): string | null => {
    const names = [...new Set(kinds)].filter((kind) => fateOfRepeats(kind) === fate).map((kind) => t(kindTexts[kind]))
    return names.length === 0 ? null : t(fateTexts[fate], { names: isolate(joinWords(names, t)) })
  }
  return fates.map((fate) => {
    const note = noteOf(fate)
    if (note === null) return null
    return fate === 'again' ? (
      <Alert key={fate} color="yellow">
        {note}
      </Alert>
    ) : (
      <p key={fate} className={styles.next}>
        {note}
      </p>
    )
  })
}

/** Explains what happens to a lead that is sent twice because the first response was lost. */
export function RepeatCard({ kind }: { kind: DestinationRow['kind'] }) {
  const t = useT()
  return (
    <TitledCard title={t('If a lead is resent')}>
      <p className={styles.next}>
        {t('If a response is lost or sending is interrupted, we resend the lead so none is lost.')}
      </p>
      <RepeatNote kinds={[kind]} />
    </TitledCard>
  )
}
