import { Button } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../../i18n/texts.tsx'
import { CopyField } from '../../../shells/copy-field.tsx'
import type { PathOperation } from './api-document.ts'
import styles from './portal.module.css'

type RunCallProps = { operation: PathOperation; token: string }

/** Sends the example request with the reader's own token and shows the response. */
export function RunCall({ operation, token }: RunCallProps) {
  const t = useT()
  const [running, setRunning] = useState(false)
  const [answer, setAnswer] = useState<RunAnswer | null>(null)
  const address = addressInSample(operation)
  if (address === null) return null
  const run = async (): Promise<void> => {
    setRunning(true)
    setAnswer(await runCall(address, token))
    setRunning(false)
  }
  return (
    <div className={styles.samples}>
      <div className={styles.summary}>
        <Button size="xs" variant="default" loading={running} disabled={token === ''} onClick={() => void run()}>
          {t('Run')}
        </Button>
        {token === '' && <span className={styles.note}>{t('Paste a token at the top to run it.')}</span>}
      </div>
      <div role="status">
        {answer && (
          <CopyField
            label={
              answer.status === null
                ? t('The API could not be reached.')
                : t('Responded with {status}', { status: answer.status })
            }
            value={answer.text}
          />
        )}
      </div>
    </div>
  )
}

/** The response; `status` is null if there was none. */
type RunAnswer = { status: number | null; text: string }

/** The path and query of an operation's sample request, to be sent to this page's host. */
function addressInSample(operation: PathOperation): string | null {
  const source = operation['x-codeSamples']?.find(({ lang }) => lang === 'Shell')?.source ?? ''
  return /'https?:\/\/[^/']+([^']*)'/.exec(source)?.[1] ?? null
}

/** Sends the request as the reader's own software would: with their token and without this page's session. */
async function runCall(address: string, token: string): Promise<RunAnswer> {
  try {
    const response = await fetch(address, { credentials: 'omit', headers: { authorization: `Bearer ${token}` } })
    const text = await response.text()
    return { status: response.status, text: readable(text) }
  } catch {
    return { status: null, text: address }
  }
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
