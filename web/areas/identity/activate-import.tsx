import { Button } from '@mantine/core'
import { useState } from 'react'
import { activateImport, isOfPeople, listImports, type ImportRow } from '#contract/identity/imports.ts'
import { useAction } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { ConfirmDialog } from '../../shells/confirm-dialog.tsx'
import styles from './import-page.module.css'
import { activationText } from './words.ts'

/** Activates the checked rows, after confirmation because there is no one-step undo. */
export function ActivateImport({ row }: { row: ImportRow }) {
  const t = useT()
  const format = useFormat()
  const [asking, setAsking] = useState(false)
  const activate = useAction(activateImport, { invalidates: [listImports], onDone: () => setAsking(false) })
  const confirmations = isOfPeople(row.mapping) ? row.rows_same : 0
  return (
    <div className={styles.buttons}>
      <Button onClick={() => setAsking(true)} disabled={row.rows_new + row.rows_changed + confirmations === 0}>
        {t('Activate')}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('Activate this import?')}
        confirmLabel={t('Activate')}
        danger={false}
        onConfirm={() => activate.mutate({ params: { id: row.id }, body: {} })}
        submitting={activate.isPending}
        submitError={activate.error}
      >
        {t(activationText(row.mapping), {
          added: format.number(row.rows_new),
          changed: format.number(row.rows_changed),
        })}
        {confirmations > 0 && (
          <> {t('Unchanged and verified today: {count}.', { count: format.number(confirmations) })}</>
        )}
      </ConfirmDialog>
    </div>
  )
}
