import { Button, Select, Skeleton, TextInput } from '@mantine/core'
import { IconPalette } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readBrandKit, showBanners, startBannerCreate } from '#contract/banners/banners.ts'
import { bannerSizeNames, bannerSizes, type BannerSize } from '#contract/banners/sizes.ts'
import { bannerTemplates, drawTemplate, type BannerTemplate } from '#contract/banners/templates.ts'
import { useAction, useCall } from '../../api/hooks.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { useSearchText } from '../../session/address.ts'
import { useMe, type Me } from '../../session/me.ts'
import { searchOf } from '../../session/search.ts'
import { useStillHere } from '../../session/still-here.ts'
import { FailureNote, SubmitError } from '../../shells/failure-note.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import { BannerSvg } from './banner-svg.tsx'
import { BrandKitDialog } from './brand-kit-dialog.tsx'
import styles from './banners.module.css'
import { CompanyChoice } from './company-choice.tsx'
import { DesignerPage } from './designer-page.tsx'
import { createPath } from '../../paths/banners.ts'
import { sizeTexts } from './size-texts.ts'
import { usePictures } from './use-pictures.ts'

const templateTexts: Record<BannerTemplate, Text> = {
  blank: msg('Blank'),
  headline: msg('Headline'),
  offer: msg('Offer'),
  split: msg('Split'),
  frame: msg('Frame'),
}

/** /banner/create: starts a new banner, or with `?id=` opens the designer. */
export function BannerCreatePage() {
  const id = useSearchText('id')
  return id !== undefined ? <DesignerPage id={id} /> : <StartPage />
}

/** Why the user cannot start a banner: the server would refuse it. */
function refusalFor({ may, viewEndsAt }: Me): Text | null {
  if (viewEndsAt !== null) return msg('This is not available in view mode.')
  return may('ads.create') ? null : msg('You don’t have permission to do this.')
}

function StartPage() {
  const t = useT()
  const me = useMe()
  const navigate = useNavigate()
  const isHere = useStillHere()
  const [companyId, setCompanyId] = useState(me.companyId)
  const [name, setName] = useState('')
  const [size, setSize] = useState<BannerSize>('300x250')
  const [template, setTemplate] = useState<BannerTemplate>('headline')
  const [editsKit, setEditsKit] = useState(false)
  const refusal = refusalFor(me)
  const start = useAction(startBannerCreate, {
    invalidates: [showBanners],
    onDone: ({ data }) => {
      if (isHere()) void navigate({ to: createPath, search: searchOf({ id: data.id }) })
    },
  })
  return (
    <>
      <PageHeader
        title={t('New banner')}
        description={t('Choose a size and a template. Both can be changed later by duplicating.')}
      />
      <form
        className={styles.start}
        onSubmit={(event) => {
          event.preventDefault()
          // Enter submits a form without a button, too.
          if (!refusal) start.mutate({ body: { companyId, name, size, template } })
        }}
      >
        <TitledCard title={t('Details')}>
          <div className={styles.fields}>
            <SubmitError failure={start.error} />
            <TextInput
              label={t('Name')}
              required
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Select
              label={t('Size')}
              data={bannerSizeNames.map((value) => ({
                value,
                label: `${value} · ${t(sizeTexts[bannerSizes[value]])}`,
              }))}
              value={size}
              allowDeselect={false}
              onChange={(value) => value && setSize(value as BannerSize)}
            />
            <CompanyChoice value={companyId} onChange={setCompanyId} />
            {me.may('ads.update') && me.viewEndsAt === null && (
              <Button variant="default" leftSection={<IconPalette size={16} />} onClick={() => setEditsKit(true)}>
                {t('Edit brand kit')}
              </Button>
            )}
            {refusal && <p className={styles.muted}>{t(refusal)}</p>}
            {!refusal && (
              <Button type="submit" loading={start.isPending} disabled={name.trim() === ''}>
                {t('Create banner')}
              </Button>
            )}
          </div>
        </TitledCard>
        <TitledCard title={t('Template')}>
          <Templates
            companyId={companyId}
            name={me.companyName}
            size={size}
            current={template}
            onChoose={setTemplate}
          />
        </TitledCard>
      </form>
      {editsKit && <BrandKitDialog key={companyId} companyId={companyId} onClose={() => setEditsKit(false)} />}
    </>
  )
}

type TemplatesProps = {
  companyId: string
  name: string
  size: BannerSize
  current: BannerTemplate
  onChoose: (template: BannerTemplate) => void
}

/** Previews of the templates in the company's colors. */
function Templates({ companyId, name, size, current, onChoose }: TemplatesProps) {
  const t = useT()
  const kit = useCall(readBrandKit, { params: { companyId } })
  const { colors = [], font = 'Arial', logo_id: logoId = null } = kit.data?.data ?? {}
  const pictures = usePictures([], logoId ? [logoId] : [])
  if (kit.error && !kit.data) return <FailureNote failure={kit.error} onRetry={kit.refetch} />
  if (!kit.data) return <Skeleton height={220} />
  return (
    <div className={styles.templates} role="radiogroup" aria-label={t('Template')}>
      {bannerTemplates.map((template) => (
        <label key={template} className={styles.template} data-chosen={template === current || undefined}>
          <input
            type="radio"
            name="template"
            className={styles.radio}
            checked={template === current}
            onChange={() => onChoose(template)}
          />
          <span className={styles.thumbnail}>
            <BannerSvg
              drawing={drawTemplate(template, size, { name, colors, font, logoId })}
              size={size}
              pictures={pictures}
              label={t(templateTexts[template])}
            />
          </span>
          <span>{t(templateTexts[template])}</span>
        </label>
      ))}
    </div>
  )
}
