import { Button, ColorInput, Select, Skeleton } from '@mantine/core'
import { useIsMutating } from '@tanstack/react-query'
import { useState } from 'react'
import { readBrandKit, saveBrandKit, type BrandKit } from '#contract/banners/banners.ts'
import { bannerFonts, type BannerFont } from '#contract/banners/drawing.ts'
import { useAction, useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import { DialogFooter } from '../../shells/dialog-footer.tsx'
import { FailureNote, SubmitError } from '../../shells/failure-note.tsx'
import { notifyAndClose } from '../../shells/notify.tsx'
import styles from './banners.module.css'
import { PictureButton } from './toolbar.tsx'
import { usePictures } from './use-pictures.ts'

/** Edits the colors, font and logo that a company's new banners start with. */
export function BrandKitDialog({ companyId, onClose }: { companyId: string; onClose: () => void }) {
  const t = useT()
  const kit = useCall(readBrandKit, { params: { companyId } })
  const isSaving = useIsMutating({ mutationKey: [saveBrandKit.name] }) > 0
  // While the call runs, the dialog stays, because it has to show the error if there is one.
  const close = (): void => {
    if (!isSaving) onClose()
  }
  return (
    <Dialog opened onClose={close} title={t('Brand kit')} size="md">
      {kit.error && !kit.data && <FailureNote failure={kit.error} onRetry={kit.refetch} />}
      {kit.data ? (
        <KitForm companyId={companyId} stored={kit.data.data} onClose={onClose} />
      ) : (
        !kit.error && <Skeleton height={220} />
      )}
    </Dialog>
  )
}

function KitForm({ companyId, stored, onClose }: { companyId: string; stored: BrandKit; onClose: () => void }) {
  const t = useT()
  const [colors, setColors] = useState(stored.colors)
  const [font, setFont] = useState<BannerFont>(stored.font)
  const [logoId, setLogoId] = useState(stored.logo_id)
  const pictures = usePictures([], logoId ? [logoId] : [])
  const logo = logoId ? pictures.get(logoId) : undefined
  const save = useAction(saveBrandKit, {
    invalidates: [readBrandKit],
    onDone: notifyAndClose(onClose),
  })
  return (
    <form
      className={styles.fields}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ params: { companyId }, body: { colors, font, logo_id: logoId } })
      }}
    >
      {colors.map((color, at) => (
        // Colors are identified only by their position.
        // oxlint-disable-next-line react/no-array-index-key
        <ColorInput
          key={at}
          label={t('Color {number}', { number: at + 1 })}
          eyeDropperButtonProps={{ 'aria-label': t('Pick a color from the screen') }}
          value={color}
          onChange={(value) => setColors(colors.with(at, value.toLowerCase()))}
        />
      ))}
      <div className={styles.pair}>
        <Button
          variant="default"
          size="xs"
          disabled={colors.length === 6}
          onClick={() => setColors([...colors, '#ffffff'])}
        >
          {t('Add color')}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={colors.length === 1}
          onClick={() => setColors(colors.slice(0, -1))}
        >
          {t('Remove last color')}
        </Button>
      </div>
      <Select
        label={t('Font')}
        data={[...bannerFonts]}
        value={font}
        allowDeselect={false}
        onChange={(value) => value && setFont(value as BannerFont)}
      />
      <div className={styles.pair}>
        <PictureButton companyId={companyId} label={t('Upload logo')} onAdded={({ id }) => setLogoId(id)} />
        {logo && <img className={styles.logo} src={logo} alt={t('Logo')} />}
      </div>
      {logoId && (
        <Button variant="default" size="xs" onClick={() => setLogoId(null)}>
          {t('Remove logo')}
        </Button>
      )}
      <SubmitError failure={save.error} />
      <DialogFooter>
        <Button variant="default" onClick={onClose} disabled={save.isPending}>
          {t('Cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t('Save brand kit')}
        </Button>
      </DialogFooter>
    </form>
  )
}
