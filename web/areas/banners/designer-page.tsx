import { Button, Skeleton, TextInput } from '@mantine/core'
import { IconDeviceFloppy, IconHistory } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { getBanner, readBrandKit, type Banner, type BrandKit } from '#contract/banners/banners.ts'
import { useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { FormProblem } from '../../shells/form-problem.tsx'
import { notifyDone } from '../../shells/notify.tsx'
import { PageFailure } from '../../shells/page-failure.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { watchForm } from '../../shells/unsaved.ts'
import { useFilled } from '../../shells/use-filled.ts'
import { TitledCard } from '../../ui/titled-card.tsx'
import { Canvas } from './canvas.tsx'
import { ExportMenu } from './export-menu.tsx'
import { Inspector } from './inspector.tsx'
import { Layers } from './layers.tsx'
import { Toolbar } from './toolbar.tsx'
import styles from './banners.module.css'
import { useDesigner } from './use-designer.ts'
import { useKeys } from './use-keys.ts'
import { usePictures } from './use-pictures.ts'
import { useSaveBanner } from './use-save-banner.ts'
import { VersionsDialog } from './versions-dialog.tsx'

/** Edits one banner; who may not change it sees it with its versions and can export it. */
export function DesignerPage({ id }: { id: string }) {
  return <OpenedBanner key={id} id={id} />
}

function OpenedBanner({ id }: { id: string }) {
  const call = useCall(getBanner, { params: { id } })
  const { answer, round, reload } = useFilled(call)
  const banner = answer?.data
  const companyId = banner?.company_id ?? ''
  const kit = useCall(readBrandKit, { params: { companyId } }, { enabled: banner !== undefined })
  if (call.error && !banner) return <PageFailure failure={call.error} onRetry={call.refetch} />
  if (kit.error && !kit.data) return <PageFailure failure={kit.error} onRetry={kit.refetch} />
  if (!banner || !kit.data) return <Skeleton height={480} radius="lg" />
  return <LoadedDesigner key={round} original={banner} kit={kit.data.data} onReload={reload} />
}

type LoadedDesignerProps = { original: Banner; kit: BrandKit; onReload: () => void }

function LoadedDesigner({ original, kit, onReload }: LoadedDesignerProps) {
  const t = useT()
  const { may, viewEndsAt } = useMe()
  const [banner, setBanner] = useState(original)
  const [name, setName] = useState(original.name)
  const [clickUrl, setClickUrl] = useState(original.click_url)
  const [showsVersions, setShowsVersions] = useState(false)
  const designer = useDesigner(original)
  const pictures = usePictures([designer.drawing])
  const svg = useRef<SVGSVGElement>(null)
  const mayEdit = may('ads.update') && viewEndsAt === null
  const isDirty = designer.isDirty || name !== banner.name || clickUrl !== banner.click_url
  const saving = useSaveBanner({
    banner,
    getValues: () => ({ name, click_url: clickUrl, drawing: designer.drawing }),
    onSaved: ({ message, data }, values) => {
      setBanner(data)
      // Keep changes made while saving; they are not saved yet.
      setName((now) => (now === values.name ? data.name : now))
      setClickUrl((now) => (now === values.click_url ? data.click_url : now))
      designer.markSaved(values.drawing)
      notifyDone(t(message))
    },
    onReload,
  })
  const send = (): void => {
    if (mayEdit) saving.save()
  }
  useKeys(designer, send)
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => watchForm({ isDirty: () => isDirty && mayEdit, element: () => page.current }))
  return (
    <>
      <PageHeader
        title={banner.name}
        description={
          <bdi>
            {banner.company_name} · {banner.size}
          </bdi>
        }
        actions={
          <>
            <Button variant="default" leftSection={<IconHistory size={16} />} onClick={() => setShowsVersions(true)}>
              {t('Versions')}
            </Button>
            <ExportMenu getExport={() => svg.current && { svg: svg.current, size: banner.size, name, clickUrl }} />
            {mayEdit && (
              <Button
                leftSection={<IconDeviceFloppy size={16} />}
                loading={saving.isSaving}
                disabled={!isDirty}
                onClick={send}
              >
                {t('Save')}
              </Button>
            )}
          </>
        }
      />
      <FormProblem form={saving.problem} />
      <div ref={page} className={styles.designer}>
        <div className={styles.work}>
          {mayEdit && <Toolbar designer={designer} kit={kit} companyId={banner.company_id} />}
          <Canvas designer={designer} pictures={pictures} label={name} svg={svg} mayEdit={mayEdit} />
          {mayEdit && (
            <p className={styles.muted}>
              {t(
                'Arrow keys move by 1, with Shift by 10. Delete removes, Ctrl+D duplicates, Ctrl+Z undoes, Ctrl+[ and Ctrl+] change layers. Hold Alt to turn off snapping.',
              )}
            </p>
          )}
        </div>
        <div className={styles.side}>
          {mayEdit && <Inspector designer={designer} colors={kit.colors} />}
          {mayEdit && <Layers designer={designer} />}
          <TitledCard title={t('Details')}>
            <div className={styles.fields}>
              <TextInput
                label={t('Name')}
                maxLength={100}
                readOnly={!mayEdit}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <TextInput
                label={t('Click-through URL')}
                type="url"
                placeholder="https://"
                readOnly={!mayEdit}
                value={clickUrl}
                error={saving.error?.fields['click_url']}
                onChange={(event) => setClickUrl(event.currentTarget.value.trim())}
              />
            </div>
          </TitledCard>
        </div>
      </div>
      {showsVersions && (
        <VersionsDialog
          banner={banner}
          mayRestore={mayEdit}
          onClose={() => setShowsVersions(false)}
          onRestored={(version) => {
            setBanner(version)
            designer.edit(version.drawing, null)
            designer.markSaved(version.drawing)
            setShowsVersions(false)
          }}
        />
      )}
    </>
  )
}
