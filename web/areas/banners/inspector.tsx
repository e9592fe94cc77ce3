import { Button, ColorInput, Group, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import {
  bannerFonts,
  type BannerElement,
  type PictureElement,
  type ShapeElement,
  type TextElement,
} from '#contract/banners/drawing.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import { changeElement, duplicateElement, removeElement, type ElementChange } from './edit-drawing.ts'
import styles from './banners.module.css'
import type { Designer } from './use-designer.ts'

type Part<Element> = { element: Element; colors: readonly string[]; set: (by: ElementChange) => void }

/** Properties of the selected element, or of the banner itself. */
export function Inspector({ designer, colors }: { designer: Designer; colors: readonly string[] }) {
  const t = useT()
  const { drawing, selected, edit } = designer
  if (!selected)
    return (
      <TitledCard title={t('Banner')}>
        <Color
          label={t('Background')}
          colors={colors}
          value={drawing.background}
          onChange={(background) => edit({ ...drawing, background })}
        />
      </TitledCard>
    )
  const part = { colors, set: (by: ElementChange) => edit(changeElement(drawing, selected.id, by)) }
  const duplicate = (): void => {
    const copy = duplicateElement(drawing, selected.id)
    if (copy) edit(copy.drawing, copy.id)
  }
  return (
    <TitledCard title={t('Element')}>
      <div className={styles.fields}>
        {selected.kind === 'text' && <TextFields {...part} element={selected} />}
        {selected.kind === 'shape' && <ShapeFields {...part} element={selected} />}
        {selected.kind === 'picture' && <PictureFields {...part} element={selected} />}
        <PlaceFields {...part} element={selected} />
        <Group gap="xs">
          <Button variant="default" size="xs" leftSection={<IconCopy size={15} />} onClick={duplicate}>
            {t('Duplicate')}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconTrash size={15} />}
            disabled={selected.locked}
            onClick={() => edit(removeElement(drawing, selected.id), null)}
          >
            {t('Remove')}
          </Button>
        </Group>
      </div>
    </TitledCard>
  )
}

const complete = /^#[0-9a-f]{6}$/i

/** Passes on only complete colors: the last valid one remains while the user is typing. */
function Color(props: { label: string; value: string; colors: readonly string[]; onChange: (color: string) => void }) {
  const t = useT()
  return (
    <ColorInput
      key={props.value}
      label={props.label}
      eyeDropperButtonProps={{ 'aria-label': t('Pick a color from the screen') }}
      defaultValue={props.value}
      swatches={[...new Set([...props.colors, '#ffffff', '#14181f'])]}
      onChangeEnd={(color) => complete.test(color) && color !== props.value && props.onChange(color.toLowerCase())}
    />
  )
}

function TextFields({ element, colors, set }: Part<TextElement>) {
  const t = useT()
  return (
    <>
      <Textarea
        label={t('Text')}
        autosize
        maxLength={500}
        value={element.text}
        onChange={(event) => set({ text: event.currentTarget.value })}
      />
      <Select
        label={t('Font')}
        data={[...bannerFonts]}
        value={element.font}
        allowDeselect={false}
        onChange={(font) => font && set({ font })}
      />
      <Numbered label={msg('Font size')} value={element.size} min={4} max={400} onChange={(size) => set({ size })} />
      <Select
        label={t('Alignment')}
        data={[
          { value: 'start', label: t('Align start') },
          { value: 'center', label: t('Align center') },
          { value: 'end', label: t('Align end') },
        ]}
        value={element.align}
        allowDeselect={false}
        onChange={(align) => align && set({ align })}
      />
      <Group>
        <Switch label={t('Bold')} checked={element.bold} onChange={() => set({ bold: !element.bold })} />
        <Switch label={t('Italic')} checked={element.italic} onChange={() => set({ italic: !element.italic })} />
      </Group>
      <Color label={t('Color')} colors={colors} value={element.color} onChange={(color) => set({ color })} />
    </>
  )
}

function ShapeFields({ element, colors, set }: Part<ShapeElement>) {
  const t = useT()
  const { fill, stroke } = element
  return (
    <>
      {element.shape !== 'line' && (
        <>
          <Switch
            label={t('Fill')}
            checked={fill !== null}
            onChange={() => set({ fill: fill ? null : (colors[0] ?? '#2f6fed') })}
          />
          {fill && (
            <Color label={t('Fill color')} colors={colors} value={fill} onChange={(color) => set({ fill: color })} />
          )}
        </>
      )}
      <Switch
        label={t('Outline')}
        checked={stroke !== null}
        onChange={() =>
          set(
            stroke
              ? { stroke: null }
              : { stroke: colors[0] ?? '#14181f', stroke_width: Math.max(2, element.stroke_width) },
          )
        }
      />
      {stroke && (
        <>
          <Color
            label={t('Outline color')}
            colors={colors}
            value={stroke}
            onChange={(color) => set({ stroke: color })}
          />
          <Numbered
            label={msg('Outline width')}
            value={element.stroke_width}
            min={0}
            max={100}
            onChange={(width) => set({ stroke_width: width })}
          />
        </>
      )}
      {element.shape === 'rectangle' && (
        <Numbered
          label={msg('Corner radius')}
          value={element.radius}
          min={0}
          max={1_000}
          onChange={(radius) => set({ radius })}
        />
      )}
    </>
  )
}

function PictureFields({ element, set }: Part<PictureElement>) {
  const t = useT()
  return (
    <>
      <TextInput
        label={t('Alternative text')}
        description={t('Read aloud by screen readers.')}
        maxLength={200}
        value={element.alt}
        onChange={(event) => set({ alt: event.currentTarget.value })}
      />
      <Switch
        label={t('Fill frame')}
        checked={element.fit === 'cover'}
        onChange={() => set({ fit: element.fit === 'cover' ? 'contain' : 'cover' })}
      />
    </>
  )
}

function PlaceFields({ element, set }: Part<BannerElement>) {
  return (
    <>
      <div className={styles.pair}>
        <Numbered label={msg('X')} value={element.x} min={-5_000} max={5_000} onChange={(x) => set({ x })} />
        <Numbered label={msg('Y')} value={element.y} min={-5_000} max={5_000} onChange={(y) => set({ y })} />
        <Numbered label={msg('Width')} value={element.width} min={1} max={5_000} onChange={(width) => set({ width })} />
        <Numbered
          label={msg('Height')}
          value={element.height}
          min={1}
          max={5_000}
          onChange={(height) => set({ height })}
        />
        <Numbered
          label={msg('Rotation')}
          value={element.rotation}
          min={-360}
          max={360}
          onChange={(rotation) => set({ rotation })}
        />
        <Numbered
          label={msg('Opacity, %')}
          value={Math.round(element.opacity * 100)}
          min={0}
          max={100}
          onChange={(opacity) => set({ opacity: opacity / 100 })}
        />
      </div>
    </>
  )
}

function Numbered(props: { label: Text; value: number; min: number; max: number; onChange: (value: number) => void }) {
  const t = useT()
  return (
    <NumberInput
      label={t(props.label)}
      value={props.value}
      min={props.min}
      max={props.max}
      clampBehavior="strict"
      decimalScale={1}
      onChange={(value) => typeof value === 'number' && value !== props.value && props.onChange(value)}
    />
  )
}
