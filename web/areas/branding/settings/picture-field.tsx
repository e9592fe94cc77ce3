import { Button, FileButton, Input } from '@mantine/core'
import { useId, useState, type ReactNode } from 'react'
import { useT, type Text } from '../../../i18n/texts.tsx'
import { acceptOf, fileProblem, logoRule } from '../../../ui/check-file.ts'
import { logoSource } from '../../../ui/logo.ts'
import styles from '../../../shells/settings/settings.module.css'

const readDataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')))
    reader.readAsDataURL(file)
  })

/** A picture: stored, newly selected (a data URL) or removed (empty). The server converts it to its own format. */
export function PictureField({
  label,
  picture,
  value,
  onChange,
  error,
}: {
  label: string
  picture: string | null
  value: string | undefined
  onChange: (value: string) => void
  error: ReactNode
}) {
  const t = useT()
  const id = useId()
  const source = value === undefined ? picture && logoSource(picture) : value
  const [problem, setProblem] = useState<Text | null>(null)
  const remove = (): void => {
    setProblem(null)
    onChange('')
  }
  const choose = async (file: File | null): Promise<void> => {
    if (!file) return
    const fault = fileProblem(file, logoRule)
    setProblem(fault)
    if (!fault) onChange(await readDataUrl(file))
  }
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      error={problem ? <span role="alert">{t(problem)}</span> : error}
      labelProps={{ id }}
    >
      <div className={styles.picture} role="group" aria-labelledby={id}>
        <div className={styles.shown}>{source ? <img src={source} alt="" /> : <span>{t('None')}</span>}</div>
        <FileButton accept={acceptOf(logoRule)} onChange={(file) => void choose(file)}>
          {(props) => (
            <Button variant="default" size="xs" {...props}>
              {t('Upload image')}
            </Button>
          )}
        </FileButton>
        {source && (
          <Button variant="subtle" color="gray" size="xs" onClick={remove}>
            {t('Remove')}
          </Button>
        )}
      </div>
    </Input.Wrapper>
  )
}
