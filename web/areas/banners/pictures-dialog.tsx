import { Button, Skeleton } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { listBannerPictures, removeBannerPicture, type BannerPictureRow } from '#contract/banners/banners.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT, type Translate } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { ConfirmAction } from '../../shells/confirm-action.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { PageLinks } from '../../shells/page-links.tsx'
import { PageIsGone } from '../../shells/resource-table/resource-table.tsx'
import styles from './banners.module.css'
import { CompanyChoice } from './company-choice.tsx'
import { usePictures } from './use-pictures.ts'

/** A company's pictures for its banners. Unused ones can be deleted. */
export function PicturesDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const me = useMe()
  const [companyId, setCompanyId] = useState(me.companyId)
  const [page, setPage] = useState(1)
  const [idToRemove, setIdToRemove] = useState<string | null>(null)
  const list = useCall(
    listBannerPictures,
    { params: { companyId }, query: { page, perPage: 12 } },
    { keepPrevious: true, alwaysFresh: true },
  )
  if (idToRemove !== null) return <RemovePicture id={idToRemove} onClose={() => setIdToRemove(null)} />
  return (
    <Dialog opened onClose={onClose} title={t('Images')} size="xl">
      <div className={styles.fields}>
        <CompanyChoice
          value={companyId}
          onChange={(next) => {
            setCompanyId(next)
            setPage(1)
          }}
        />
        {list.error && !list.data && <FailureNote failure={list.error} onRetry={list.refetch} />}
        {list.isPending && !list.error && <Skeleton height={220} />}
        {list.data?.total === 0 && (
          <EmptyState
            icon={<IconPhoto size={24} stroke={1.6} />}
            title={t('No images yet')}
            hint={t('Images you add to banners appear here.')}
          />
        )}
        {list.data && list.data.total > 0 && list.data.data.length === 0 && <PageIsGone onFirst={() => setPage(1)} />}
        <Gallery pictures={list.data?.data ?? []} onRemove={setIdToRemove} />
        {list.data && <PageLinks page={page} lastPage={list.data.last_page} onPage={setPage} />}
      </div>
    </Dialog>
  )
}

type GalleryProps = { pictures: readonly BannerPictureRow[]; onRemove: (id: string) => void }

function Gallery({ pictures, onRemove }: GalleryProps) {
  const t = useT()
  const format = useFormat()
  const { may, viewEndsAt } = useMe()
  const mayRemove = may('ads.delete') && viewEndsAt === null
  const images = usePictures(
    [],
    pictures.map(({ id }) => id),
  )
  return (
    <ul className={styles.gallery} aria-label={t('Images')}>
      {pictures.map((picture) => {
        const size = `${picture.width} × ${picture.height}`
        return (
          <li key={picture.id} className={styles.card}>
            <div className={styles.thumbnail}>
              {images.has(picture.id) && <img src={images.get(picture.id)} alt="" />}
            </div>
            <div className={styles.words}>
              <div className={styles.name}>
                <bdi>{size}</bdi>
              </div>
              <time className={styles.muted} dateTime={picture.created_at}>
                {format.when(picture.created_at)}
              </time>
              {picture.used_by && <div className={styles.muted}>{usedText(picture.used_by, t)}</div>}
            </div>
            {mayRemove && !picture.used_by && (
              <Button
                variant="default"
                size="xs"
                aria-label={t('Remove the image of {size}', { size: isolate(size) })}
                onClick={() => onRemove(picture.id)}
              >
                {t('Remove')}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const usedText = ({ kind, name }: NonNullable<BannerPictureRow['used_by']>, t: Translate): string =>
  kind === 'banner'
    ? t('In the banner {name} or an earlier version of it', { name: isolate(name) })
    : t('Logo in the brand kit of {name}', { name: isolate(name) })

function RemovePicture({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT()
  return (
    <ConfirmAction
      title={t('Remove this image?')}
      confirmLabel={t('Remove image')}
      operation={removeBannerPicture}
      input={{ params: { id } }}
      invalidates={[listBannerPictures]}
      onClose={onClose}
    >
      {t('No banner uses it. This cannot be undone.')}
    </ConfirmAction>
  )
}
