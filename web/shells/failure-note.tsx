import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { CallFailure } from '../api/failure.ts'
import { useT } from '../i18n/texts.tsx'
import styles from './message-page.module.css'

/** A failed load: the error, the request id for support, and Retry. */
export function FailureNote({ failure, onRetry }: { failure: CallFailure; onRetry?: () => unknown }) {
  const t = useT()
  return (
    <div className={styles.failure} role="alert">
      <IconAlertTriangle size={22} stroke={1.75} className={styles.failureIcon} aria-hidden />
      <p className={styles.failureMessage}>{failure.message}</p>
      <RequestId failure={failure} />
      {onRetry && (
        <Button variant="default" mt="md" onClick={() => void onRetry()}>
          {t('Retry')}
        </Button>
      )}
    </div>
  )
}

/** Error of a failed save, above the form's buttons. */
export function SubmitError({ failure }: { failure: CallFailure | null }) {
  if (!failure) return null
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} stroke={1.75} />} mb="md">
      {failure.message}
      <RequestId failure={failure} />
    </Alert>
  )
}

function RequestId({ failure }: { failure: CallFailure }) {
  const t = useT()
  if (!failure.requestId) return null
  return (
    <p className={styles.failureRequest}>
      {t('Request')} <bdi>{failure.requestId}</bdi>
    </p>
  )
}
