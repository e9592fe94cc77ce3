import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { IconPhoto, IconPhotoPlus, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { showBanners } from '#contract/banners/banners.ts'
import { useCall } from '../../api/hooks.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { EmptyState } from '../../shells/empty-state.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { PageLinks } from '../../shells/page-links.tsx'
import type { Filter } from '../../shells/resource-table/columns.ts'
import { PageIsGone } from '../../shells/resource-table/resource-table.tsx'
import { useTableState } from '../../shells/resource-table/table-state.ts'
import { Card } from '../../ui/card.tsx'
import { BannerCard } from './banner-card.tsx'
import styles from './banners.module.css'
import { createPath } from '../../paths/banners.ts'
import { PicturesDialog } from './pictures-dialog.tsx'
import { usePictures } from './use-pictures.ts'

const filters: readonly Filter[] = [
  {
    key: 'status',
    label: msg('Status'),
    all: msg('Active'),
    options: [{ value: 'archived', label: msg('Archived') }],
  },
]

/** /banner/list: all banners, the most recently changed first. */
export function BannerListPage() {
  const t = useT()
  const { companyId, may, viewEndsAt } = useMe()
  const { query, setPage, setFilter } = useTableState(filters, [])
  const { page } = query
  const status = query.filters['status'] === 'archived' ? 'archived' : 'active'
  const [showsPictures, setShowsPictures] = useState(false)
  const list = useCall(
    showBanners,
    { body: { companyId, page, perPage: 12, status } },
    { keepPrevious: true, alwaysFresh: true },
  )
  const banners = list.data?.data
  const pictures = usePictures(banners?.map(({ drawing }) => drawing) ?? [])
  const add = may('ads.create') && viewEndsAt === null && (
    <Button component={Link} to={createPath} leftSection={<IconPlus size={17} stroke={1.75} />}>
      {t('New banner')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('Banners')}
        description={t('Ads for your company and your clients.')}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconPhoto size={17} stroke={1.75} />}
              onClick={() => setShowsPictures(true)}
            >
              {t('Images')}
            </Button>
            {add}
          </>
        }
      />
      <SegmentedControl
        mb="md"
        aria-label={t('Status')}
        value={status}
        onChange={(next) => setFilter('status', next === 'archived' ? next : 'all')}
        data={[
          { value: 'active', label: t('Active') },
          { value: 'archived', label: t('Archived') },
        ]}
      />
      {list.error && !list.data && <FailureNote failure={list.error} onRetry={list.refetch} />}
      {list.isPending && !list.error && <Skeleton height={260} radius="lg" />}
      {banners?.length === 0 && page > 1 && (
        <Card>
          <PageIsGone onFirst={() => setPage(1)} />
        </Card>
      )}
      {banners?.length === 0 && page === 1 && (
        <Card>
          <EmptyState
            icon={<IconPhotoPlus size={24} stroke={1.6} />}
            title={status === 'active' ? t('No banners yet') : t('No archived banners')}
            hint={
              status === 'active'
                ? t('Design a banner from a template and export it as PNG, JPG or HTML5.')
                : t('Banners you archive appear here.')
            }
            action={status === 'active' && add}
          />
        </Card>
      )}
      <ul className={styles.gallery} aria-label={t('Banners')}>
        {banners?.map((banner) => (
          <BannerCard key={banner.id} banner={banner} pictures={pictures} />
        ))}
      </ul>
      {list.data && list.data.last_page > 1 && (
        <div className={styles.pages}>
          <PageLinks page={page} lastPage={list.data.last_page} onPage={setPage} />
        </div>
      )}
      {showsPictures && <PicturesDialog onClose={() => setShowsPictures(false)} />}
    </>
  )
}
