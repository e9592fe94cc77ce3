import { Alert, Progress } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/texts.tsx'
import { CsvDrop, FileProblem } from '../../shells/csv-drop.tsx'
import { ChosenFile } from '../../shells/file-reading.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import styles from './exclusions.module.css'
import { useUpload } from './use-list-actions.ts'
import type { ListTarget } from './use-list.ts'

/** CSV upload. R252: initial, saving, then success or failed; choosing the next file resets it to initial. */
export function UploadCard({ target }: { target: ListTarget }) {
  const t = useT()
  const [uploadId, setUploadId] = useState<string | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const upload = useUpload(target, setUploadId)
  return (
    <TitledCard title={t('Upload addresses')}>
      <CsvDrop
        about={t(
          'One email address or MD5 hash per line, up to 10,000 in a CSV file. Only hashes are stored, never the addresses.',
        )}
        loading={upload.isPending}
        onChoose={() => {
          setUploadId(null)
          setFile(null)
          upload.reset()
        }}
        onFile={(next) => {
          setFile(next)
          upload.run(next)
        }}
      >
        <ChosenFile file={file} />
        <div role="status">
          {upload.isPending && (
            <div className={styles.saving}>
              <span>{t('Please Wait, your file being upload ...')}</span>
              <Progress value={100} animated aria-hidden />
            </div>
          )}
          {uploadId && (
            <Alert color="green" icon={<IconCircleCheck size={18} stroke={1.75} />} mt="md">
              {t(uploadId)}
            </Alert>
          )}
        </div>
      </CsvDrop>
      {upload.error && (
        <FileProblem title={t('Whoops that did not work, please check your file for errors and try again')}>
          {upload.error.message}
        </FileProblem>
      )}
    </TitledCard>
  )
}
