import { Button, PasswordInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { authorizeDownload } from '#contract/agreements/download-auth.ts'
import { useAction } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { SubmitError } from '../../shells/failure-note.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import { downloadFrom } from '../../shells/use-download.ts'
import { Card } from '../../ui/card.tsx'
import styles from './agreements.module.css'
import { useParam } from '../../session/address.ts'

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** Asks for the password of a protected document (S060, R041). Links in emails lead here. */
export function DownloadAuthPage() {
  const t = useT()
  const pkdoc = useParam('pkdoc')
  const [hasBegun, setHasBegun] = useState(false)
  const authorize = useAction(authorizeDownload, { invalidates: [] })
  const { form, formRef, onSubmit, submitting, submitError, reset } = useServerForm({
    initialValues: { password: '' },
    isTransient: true,
    validate: { password: (value: string) => (value === '' ? t('Enter your current password.') : null) },
    send: ({ password }) => authorize.mutateAsync({ body: { password, documentId: pkdoc } }),
    onDone: ({ data }) => {
      reset()
      setHasBegun(true)
      downloadFrom(data.url)
    },
    fieldNames: { password: 'password' },
  })
  return (
    <>
      <PageHeader
        title={t('Download authorization')}
        description={t('This document is protected. Enter your password to download it.')}
      />
      <Card>
        {isId(pkdoc) ? (
          <form ref={formRef} onSubmit={onSubmit} noValidate className={styles.form}>
            <SubmitError failure={submitError} />
            <PasswordInput
              label={t('Current password')}
              autoComplete="current-password"
              data-autofocus
              {...form.getInputProps('password')}
            />
            <Button type="submit" loading={submitting} leftSection={<IconDownload size={16} />}>
              {t('Download')}
            </Button>
            <p role="status" className={styles.note}>
              {hasBegun ? t('Your download has started. To download again, enter your password again.') : ''}
            </p>
          </form>
        ) : (
          <div className={styles.missing} role="alert">
            <p className={styles.title}>{t('Document Not Available')}</p>
            <p className={styles.note}>
              {t('The document you are trying to access may be missing or temporarily unavailable.')}
            </p>
          </div>
        )}
      </Card>
    </>
  )
}
