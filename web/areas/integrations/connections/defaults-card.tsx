import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CallFailure } from '../../../api/failure.ts'
import { useT } from '../../../i18n/texts.tsx'
import { SubmitError } from '../../../shells/failure-note.tsx'
import { useUnsaved } from '../../../shells/use-unsaved.ts'
import { TitledCard } from '../../../ui/titled-card.tsx'
import styles from './connections.module.css'

/** The defaults of campaigns, which each campaign can override. */
export function DefaultsCard({
  values,
  initial,
  save,
  onSave,
  children,
}: {
  values: unknown
  initial: unknown
  save: { error: CallFailure | null; isPending: boolean }
  onSave: () => void
  children: ReactNode
}) {
  const t = useT()
  const cardRef = useUnsaved(values, initial)
  return (
    <TitledCard title={t('Campaigns start from')}>
      <div ref={cardRef} className={styles.stack}>
        {children}
        <SubmitError failure={save.error} />
        <div>
          <Button loading={save.isPending} onClick={onSave}>
            {t('Save defaults')}
          </Button>
        </div>
      </div>
    </TitledCard>
  )
}
