import { Button, TextInput } from '@mantine/core'
import { IconBug, IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { makeDebugLink } from '#contract/campaigns/embed-check.ts'
import { useAction } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { CopyField } from '../../../shells/copy-field.tsx'
import { Proof } from './proof.tsx'
import styles from './install.module.css'

/** Creates a link that opens a page of the client's site with the pixel in debug mode. */
export function DebugLink({ campaignId, site }: { campaignId: string; site: string }) {
  const t = useT()
  const format = useFormat()
  const [page, setPage] = useState(site)
  const make = useAction(makeDebugLink, { invalidates: [] })
  const link = make.data?.data
  const problem = make.error?.field === 'url' ? make.error.message : undefined
  return (
    <Proof
      title={t('Preview on the site')}
      tone={link ? 'ok' : 'plain'}
      state={link ? t('Link ready') : t('Pixel debugger')}
      action={
        <div className={styles.guideActions}>
          <Button
            variant="default"
            leftSection={<IconBug size={16} stroke={1.75} />}
            loading={make.isPending}
            disabled={site === ''}
            onClick={() => make.mutate({ body: { campaignId, url: page } })}
          >
            {link ? t('Create a new link') : t('Create a link')}
          </Button>
          {link && (
            <Button
              component="a"
              href={link.url}
              target="_blank"
              rel="noopener noreferrer"
              leftSection={<IconExternalLink size={16} stroke={1.75} />}
            >
              {t('Open the page')}
            </Button>
          )}
        </div>
      }
    >
      <p>
        {t(
          'Opens your page with a panel showing what the pixel sends and what blocks it. If no panel appears, the pixel is missing or blocked.',
        )}
      </p>
      {site === '' ? (
        <p>{t('Add the site address to the campaign first.')}</p>
      ) : (
        <TextInput
          label={t('Page to preview')}
          dir="ltr"
          mt="xs"
          value={page}
          maxLength={2000}
          onChange={(event) => setPage(event.currentTarget.value)}
          error={problem}
        />
      )}
      {make.error && !problem && <p role="alert">{make.error.message}</p>}
      {link && (
        <div className={styles.link}>
          <CopyField label={t('Link')} value={link.url} />
          <p>{t('Valid until {time}, for this pixel only.', { time: format.dateTime(link.ends_at) })}</p>
        </div>
      )}
    </Proof>
  )
}
