import type { ReactNode, Ref } from 'react'
import type { BannerElement, Drawing, PictureElement, ShapeElement, TextElement } from '#contract/banners/drawing.ts'
import { pixelsOf, type BannerSize } from '#contract/banners/sizes.ts'
import { layOutText } from './lay-out-text.ts'

/** Loaded pictures as data URLs, by id. */
export type Pictures = ReadonlyMap<string, string>

type BannerSvgProps = {
  drawing: Drawing
  size: BannerSize
  pictures: Pictures
  /** Label for screen readers. */
  label: string
  ref?: Ref<SVGSVGElement>
}

/** Renders a banner. Thumbnails, the designer and exports all use this one SVG. */
export function BannerSvg({ drawing, size, pictures, label, ref }: BannerSvgProps) {
  const { width, height } = pixelsOf(size)
  return (
    <svg
      ref={ref}
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={label}
      direction="ltr"
    >
      <rect width={width} height={height} fill={drawing.background} />
      {drawing.elements
        .filter(({ hidden }) => !hidden)
        .map((element) => (
          <Placed key={element.id} element={element}>
            <Content element={element} pictures={pictures} />
          </Placed>
        ))}
    </svg>
  )
}

function Placed({ element, children }: { element: BannerElement; children: ReactNode }) {
  const { x, y, width, height, rotation, opacity } = element
  const transform = rotation === 0 ? undefined : `rotate(${rotation} ${x + width / 2} ${y + height / 2})`
  return (
    <g transform={transform} opacity={opacity === 1 ? undefined : opacity}>
      {children}
    </g>
  )
}

function Content({ element, pictures }: { element: BannerElement; pictures: Pictures }) {
  if (element.kind === 'text') return <TextContent element={element} />
  if (element.kind === 'shape') return <ShapeContent element={element} />
  return <PictureContent element={element} href={pictures.get(element.picture_id)} />
}

function TextContent({ element }: { element: TextElement }) {
  const { lines, x, anchor, direction } = layOutText(element)
  return (
    <text
      fill={element.color}
      fontFamily={element.font}
      fontSize={element.size}
      fontWeight={element.bold ? 700 : 400}
      fontStyle={element.italic ? 'italic' : undefined}
      textAnchor={anchor}
      direction={direction}
    >
      {lines.map(({ text, y }) => (
        <tspan key={y} x={x} y={y}>
          {text}
        </tspan>
      ))}
    </text>
  )
}

function ShapeContent({ element }: { element: ShapeElement }) {
  const { x, y, width, height, shape, radius } = element
  const paint = {
    fill: element.fill ?? 'none',
    stroke: element.stroke ?? undefined,
    strokeWidth: element.stroke ? element.stroke_width : undefined,
  }
  if (shape === 'ellipse')
    return <ellipse cx={x + width / 2} cy={y + height / 2} rx={width / 2} ry={height / 2} {...paint} />
  if (shape === 'line') {
    const color = element.stroke ?? element.fill ?? '#000000'
    const thick = Math.max(1, element.stroke_width)
    return <line x1={x} y1={y + height / 2} x2={x + width} y2={y + height / 2} stroke={color} strokeWidth={thick} />
  }
  return <rect x={x} y={y} width={width} height={height} rx={radius} {...paint} />
}

function PictureContent({ element, href }: { element: PictureElement; href: string | undefined }) {
  const { x, y, width, height, fit, alt } = element
  if (href === undefined) return null
  return (
    <image
      href={href}
      x={x}
      y={y}
      width={width}
      height={height}
      aria-label={alt || undefined}
      preserveAspectRatio={fit === 'cover' ? 'xMidYMid slice' : 'xMidYMid meet'}
    />
  )
}
