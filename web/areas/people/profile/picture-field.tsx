import { Button, FileButton } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import type { UserData } from '#contract/people/user.ts'
import { useT, type Text } from '../../../i18n/texts.tsx'
import { acceptOf, fileProblem, portraitRule } from '../../../ui/check-file.ts'
import { Portrait } from '../../../ui/portrait.tsx'
import styles from './profile.module.css'
import { usePicture } from './use-picture.ts'

type PictureFieldProps = {
  user: UserData
  /** A new picture; false removes the picture, null keeps the current one. */
  choice: File | false | null
  onChoose: (picture: File | false | null) => void
  error?: ReactNode
}

/** The file as a data URL, which the page's CSP allows for images. */
function useDataUrl(file: File | false | null): string | null {
  const [preview, setPreview] = useState<{ file: File; url: string } | null>(null)
  useEffect(() => {
    if (!file) return
    const reader = new FileReader()
    reader.addEventListener('load', () => setPreview({ file, url: String(reader.result) }))
    reader.readAsDataURL(file)
    return () => reader.abort()
  }, [file])
  return preview && preview.file === file ? preview.url : null
}

/** The user's own picture, or initials, with a preview before saving. */
export function PictureField({ user, choice, onChoose, error }: PictureFieldProps) {
  const t = useT()
  const picture = usePicture(user.id, user.picture)
  const preview = useDataUrl(choice)
  const [fault, setFault] = useState<Text | null>(null)
  const image = choice === false ? null : choice ? preview : picture
  const choose = (file: File | null): void => {
    const problem = file && fileProblem(file, portraitRule)
    setFault(problem)
    if (file && !problem) onChoose(file)
  }
  const problem = fault ? t(fault) : error
  return (
    <div data-wide className={styles.picture}>
      <Portrait name={user.name} image={image} size="lg" />
      <div>
        <div className={styles.buttons}>
          <FileButton accept={acceptOf(portraitRule)} onChange={choose}>
            {(props) => (
              <Button {...props} variant="default" size="compact-md">
                {t('Upload image')}
              </Button>
            )}
          </FileButton>
          {image && (
            <Button variant="subtle" size="compact-md" onClick={() => onChoose(user.picture ? false : null)}>
              {t('Remove image')}
            </Button>
          )}
        </div>
        <p className={problem ? styles.error : styles.hint} role={problem ? 'alert' : undefined}>
          {problem ?? t('PNG, JPEG or WebP, at most 5 MB.')}
        </p>
      </div>
    </div>
  )
}
