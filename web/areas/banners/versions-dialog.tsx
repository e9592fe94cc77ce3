import { Button, Skeleton } from '@mantine/core'
import { listBannerVersions, restoreBanner, showBanners, getBanner, type Banner } from '#contract/banners/banners.ts'
import { useAction, useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import { FailureNote, SubmitError } from '../../shells/failure-note.tsx'
import styles from './banners.module.css'

type VersionsDialogProps = {
  banner: Banner
  mayRestore: boolean
  onRestored: (banner: Banner) => void
  onClose: () => void
}

/** Lists earlier versions, each of which can be restored by those who may change the banner. */
export function VersionsDialog(props: VersionsDialogProps) {
  const t = useT()
  const format = useFormat()
  const { id, version: current } = props.banner
  const versions = useCall(listBannerVersions, { params: { id } }, { alwaysFresh: true })
  const restore = useAction(restoreBanner, {
    invalidates: [showBanners, getBanner],
    onDone: ({ data }) => props.onRestored(data),
  })
  const versionInProgress = restore.isPending ? restore.variables.body.version : null
  // While the call runs, the dialog stays, because it has to show the error if there is one.
  const close = (): void => {
    if (!restore.isPending) props.onClose()
  }
  return (
    <Dialog opened onClose={close} title={t('Versions')} size="md">
      <SubmitError failure={restore.error} />
      {versions.error && !versions.data && <FailureNote failure={versions.error} onRetry={versions.refetch} />}
      {versions.isPending && <Skeleton height={120} />}
      <ul className={styles.versions}>
        {versions.data?.data.map(({ version, saved_at, saved_by }) => (
          <li key={version}>
            <div>
              <div className={styles.name}>{t('Version {number}', { number: format.number(version) })}</div>
              <div className={styles.muted}>
                {format.dateTime(saved_at)} · <bdi>{saved_by}</bdi>
              </div>
            </div>
            {version === current && <span className={styles.muted}>{t('Current')}</span>}
            {version !== current && props.mayRestore && (
              <Button
                variant="default"
                size="xs"
                loading={versionInProgress === version}
                disabled={versionInProgress !== null && versionInProgress !== version}
                onClick={() => restore.mutate({ params: { id }, body: { version } })}
              >
                {t('Restore')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
