import { Button, Select, TextInput } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconCopy } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { archiveBanner, copyBanner, showBanners, type BannerRow } from '#contract/banners/banners.ts'
import { bannerSizeNames, bannerSizes, type BannerSize } from '#contract/banners/sizes.ts'
import { useAction } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { searchOf } from '../../session/search.ts'
import { useStillHere } from '../../session/still-here.ts'
import { Dialog } from '../../shells/dialog.tsx'
import { DialogFooter } from '../../shells/dialog-footer.tsx'
import { SubmitError } from '../../shells/failure-note.tsx'
import { notifyDone, notifyFailed } from '../../shells/notify.tsx'
import { RowActions } from '../../shells/resource-table/row-actions.tsx'
import { BannerSvg, type Pictures } from './banner-svg.tsx'
import styles from './banners.module.css'
import { createPath } from '../../paths/banners.ts'
import { sizeTexts } from './size-texts.ts'

/** A banner's thumbnail with its actions. */
export function BannerCard({ banner, pictures }: { banner: BannerRow; pictures: Pictures }) {
  const t = useT()
  const format = useFormat()
  const { may, viewEndsAt } = useMe()
  const [copies, setCopies] = useState(false)
  const isArchived = banner.status === 'archived'
  const archive = useAction(archiveBanner, {
    invalidates: [showBanners],
    onDone: ({ message }) => notifyDone(t(message)),
  })
  const name = { name: isolate(banner.name) }
  const mayCreate = may('ads.create') && viewEndsAt === null
  const mayArchive = may('ads.delete') && viewEndsAt === null
  return (
    <li className={styles.card}>
      <Link to={createPath} search={searchOf({ id: banner.id })} className={styles.thumbnail}>
        <BannerSvg drawing={banner.drawing} size={banner.size} pictures={pictures} label={banner.name} />
      </Link>
      <div className={styles.cardFoot}>
        <div className={styles.words}>
          <div className={styles.name}>
            <bdi>{banner.name}</bdi>
          </div>
          <div className={styles.muted}>
            <bdi>{banner.size}</bdi> · <bdi>{banner.company_name}</bdi>
          </div>
          <time className={styles.muted} dateTime={banner.updated_at}>
            {format.when(banner.updated_at)}
          </time>
        </div>
        <RowActions
          name={banner.name}
          items={[
            ...(mayCreate
              ? [{ icon: IconCopy, label: t('Duplicate {name}', name), onClick: () => setCopies(true) }]
              : []),
            ...(mayArchive
              ? [
                  {
                    icon: isArchived ? IconArchiveOff : IconArchive,
                    label: isArchived ? t('Unarchive {name}', name) : t('Archive {name}', name),
                    loading: archive.isPending,
                    onClick: () =>
                      archive.mutate(
                        { params: { id: banner.id }, body: { archived: !isArchived } },
                        { onError: ({ message }) => notifyFailed(message) },
                      ),
                  },
                ]
              : []),
          ]}
        />
      </div>
      {copies && <CopyDialog banner={banner} onClose={() => setCopies(false)} />}
    </li>
  )
}

/** Duplicates a banner, optionally adapted to another size. */
function CopyDialog({ banner, onClose }: { banner: BannerRow; onClose: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const isHere = useStillHere()
  const [name, setName] = useState(banner.name)
  const [size, setSize] = useState<BannerSize>(banner.size)
  const copy = useAction(copyBanner, {
    invalidates: [showBanners],
    onDone: ({ data }) => {
      if (isHere()) void navigate({ to: createPath, search: searchOf({ id: data.id }) })
    },
  })
  // While the call runs, the dialog stays, because it has to show the error if there is one.
  const close = (): void => {
    if (!copy.isPending) onClose()
  }
  return (
    <Dialog opened onClose={close} title={t('Duplicate banner')} size="sm">
      <form
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault()
          copy.mutate({ params: { id: banner.id }, body: { name, size } })
        }}
      >
        <TextInput
          data-autofocus
          label={t('Name')}
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label={t('Size')}
          description={t('The design is adapted to the new size.')}
          data={bannerSizeNames.map((value) => ({ value, label: `${value} · ${t(sizeTexts[bannerSizes[value]])}` }))}
          value={size}
          allowDeselect={false}
          onChange={(value) => value && setSize(value as BannerSize)}
        />
        <SubmitError failure={copy.error} />
        <DialogFooter>
          <Button variant="default" onClick={onClose} disabled={copy.isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={copy.isPending} disabled={name.trim() === ''}>
            {t('Duplicate')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
