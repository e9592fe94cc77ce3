import { Button, Select } from '@mantine/core'
import { IconDownload, IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { gtmContainer } from '#contract/tracking/gtm-container.ts'
import { snippet, type SnippetSource } from '#contract/tracking/snippets.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import styles from './install.module.css'

/** Website builders by name, with installation steps. */
const guides: readonly { name: string; steps: readonly Text[] }[] = [
  {
    name: 'WordPress',
    steps: [
      msg('Install a plugin that adds code to the header, such as WPCode, and activate it.'),
      msg('Open its page for the header and footer, and paste the code into the header box.'),
      msg('Save, and clear the site’s cache if it has one.'),
    ],
  },
  {
    name: 'Shopify',
    steps: [
      msg('Open Online Store, then Themes, and choose Edit code from the menu of the theme.'),
      msg('Open theme.liquid and paste the code right before the closing head tag.'),
      msg('Save. Checkout pages need a custom pixel under Settings, Customer events.'),
    ],
  },
  {
    name: 'Webflow',
    steps: [
      msg('Open the settings of the site, then Custom code.'),
      msg('Paste the code into the head box.'),
      msg('Save the changes and publish the site.'),
    ],
  },
  {
    name: 'Wix',
    steps: [
      msg('Open Settings, then Custom code, and choose Add custom code.'),
      msg('Paste the code, choose all pages and load it in the head.'),
      msg('Apply it and publish the site.'),
    ],
  },
  {
    name: 'Squarespace',
    steps: [
      msg('Open Settings, then Advanced, then Code injection.'),
      msg('Paste the code into the header box.'),
      msg('Save the changes.'),
    ],
  },
  {
    name: 'Google Tag Manager',
    steps: [
      msg('Download the container below.'),
      msg('Open Admin, then Import container, choose the file and a workspace, and choose Merge.'),
      msg('Review the added tag, then submit and publish.'),
    ],
  },
]

const containerFile = (source: SnippetSource, name: string): Blob =>
  new Blob([JSON.stringify(gtmContainer(source, name), null, 2)], { type: 'application/json' })

type InstallGuidesProps = {
  pixelKey: string
  campaignName: string
  consent: Pick<SnippetSource, 'waitsForConsent' | 'asksForConsent'>
}

/** Steps to install the code on a site, and two ways to have somebody else do it. */
export function InstallGuides({ pixelKey, campaignName, consent }: InstallGuidesProps) {
  const t = useT()
  const [platform, setPlatform] = useState<string | null>(null)
  const source = { origin: location.origin, key: pixelKey, ...consent }
  const guide = guides.find(({ name }) => name === platform)
  const mail = [
    t('Please add this code to every page of the site, before the closing head tag:'),
    snippet('script', source),
    t('Thank you!'),
  ].join('\n\n')
  const subject = t('Code for our site: {name}', { name: campaignName })
  return (
    <div className={styles.guides}>
      <Select
        label={t('Guide for')}
        placeholder={t('Choose the site’s platform')}
        data={guides.map(({ name }) => name)}
        value={platform}
        onChange={setPlatform}
      />
      {guide && (
        <ol className={styles.steps} aria-label={t('Guide for {name}', { name: guide.name })}>
          {guide.steps.map((step) => (
            <li key={step}>{t(step)}</li>
          ))}
        </ol>
      )}
      <div className={styles.guideActions}>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} />}
          onClick={() => saveFile(containerFile(source, campaignName), 'tag-manager-container.json')}
        >
          {t('Download the Tag Manager container')}
        </Button>
        <Button
          variant="default"
          component="a"
          href={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(mail)}`}
          leftSection={<IconMail size={16} stroke={1.75} />}
        >
          {t('Email it to the developer')}
        </Button>
      </div>
    </div>
  )
}
