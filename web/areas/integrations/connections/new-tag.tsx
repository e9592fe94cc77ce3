import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { listServiceChoices, makeFunnelTags } from '#contract/integrations/service-choices.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { SubmitError } from '../../../shells/failure-note.tsx'
import styles from './connections.module.css'

type NewTagProps = {
  /** The company whose account gets the tag. */
  companyId: string
  /** Called with the tag's id at the service, also if it was there before. */
  onMade: (ids: string[]) => void
}

/** Creates a tag in the account at once, and chooses it. */
export function NewTag({ companyId, onMade }: NewTagProps) {
  const t = useT()
  const [name, setName] = useState('')
  const make = useAction(makeFunnelTags, {
    invalidates: [listServiceChoices],
    onDone: ({ data }) => {
      setName('')
      onMade(data.map(({ id }) => id))
    },
  })
  const tag = name.trim()
  const start = (): void => {
    if (tag !== '' && !make.isPending) make.mutate({ body: { company_id: companyId, tags: [tag] } })
  }
  return (
    <>
      <div className={styles.newTag}>
        <TextInput
          label={t('New tag')}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && start()}
        />
        <Button variant="default" disabled={tag === ''} loading={make.isPending} onClick={start}>
          {t('Create tag')}
        </Button>
      </div>
      <SubmitError failure={make.error} />
    </>
  )
}
