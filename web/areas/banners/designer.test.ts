import { describe, expect, test } from 'vitest'
import type { Drawing, TextElement } from '#contract/banners/drawing.ts'
import { addShape, duplicateElement, moveLayer, removeElement } from './edit-drawing.ts'
import { pageOf, fileNameOf } from './export-banner.ts'
import { resize, snap } from './geometry.ts'
import { begin, change, preview, redo, settle, undo } from './history.ts'
import { directionOf, layOutText } from './lay-out-text.ts'

describe('undo and redo', () => {
  test('go back and forth step by step; a gesture is one step; a new step clears the redo history', () => {
    let history = change(begin('a'), 'b')
    history = settle(preview(preview(history, 'c1'), 'c2'))
    expect(history).toEqual({ past: ['a', 'b'], present: 'c2', future: [], began: null })
    history = undo(undo(history))
    expect([history.present, redo(history).present]).toEqual(['a', 'b'])
    expect(change(history, 'x').future).toEqual([])
    expect(undo(begin('a')).present).toBe('a')
    expect(redo(begin('a')).present).toBe('a')
  })
})

describe('snapping', () => {
  const banner = { x: 0, y: 0, width: 300, height: 250 }
  test('aligns edges and centers with those of others and of the banner within four screen pixels', () => {
    const near = snap({ x: 148, y: 3, width: 10, height: 10 }, [], banner, 1)
    expect(near).toEqual({ box: { x: 150, y: 0, width: 10, height: 10 }, guides: { x: 150, y: 0 } })
    const other = { x: 40, y: 100, width: 20, height: 20 }
    expect(snap({ x: 57, y: 60, width: 10, height: 10 }, [other], banner, 1).guides).toEqual({ x: 60, y: null })
    expect(snap({ x: 148, y: 60, width: 10, height: 10 }, [], banner, 4).guides.x).toBeNull()
  })
})

describe('dragging a handle', () => {
  const box = { x: 10, y: 10, width: 100, height: 50, rotation: 0 }
  test('keeps the opposite side in place', () => {
    expect(resize(box, { across: -1, down: -1 }, [10, 5], false)).toEqual({ x: 20, y: 15, width: 90, height: 45 })
    expect(resize(box, { across: 1, down: 0 }, [10, 5], false)).toEqual({ x: 10, y: 10, width: 110, height: 50 })
    expect(resize(box, { across: 1, down: 1 }, [100, 0], true)).toMatchObject({ width: 200, height: 100 })
    expect(resize(box, { across: 1, down: 0 }, [-500, 0], false).width).toBe(4)
  })
  test('also works on a rotated box: a quarter turn turns across into down', () => {
    const box90 = resize({ ...box, rotation: 90 }, { across: 1, down: 0 }, [0, 20], false)
    expect(box90).toEqual({ x: 0, y: 20, width: 120, height: 50 })
  })
})

describe('layers and shapes', () => {
  const kit = { colors: ['#0f766e'], font: 'Arial', logo_id: null } as const
  const shapes = (['rectangle', 'ellipse', 'line'] as const).reduce(
    (drawing, shape) => addShape(drawing, '300x250', { ...kit, colors: [...kit.colors] }, shape).drawing,
    { background: '#ffffff', elements: [] } as Drawing,
  )
  const idsOf = (drawing: Drawing): string[] => drawing.elements.map(({ id }) => id)
  test('a shape is added on top, in the middle, in the brand’s color; a line has no fill', () => {
    expect(idsOf(shapes)).toEqual(['shape-1', 'shape-2', 'shape-3'])
    const middle = { x: 90, y: 75, width: 120, height: 100 }
    expect(shapes.elements[1]).toMatchObject({ ...middle, shape: 'ellipse', fill: '#0f766e', stroke: null })
    expect(shapes.elements[2]).toMatchObject({ shape: 'line', fill: null, stroke: '#0f766e', stroke_width: 3 })
  })
  test('an element moves one layer at a time, and stays at either end', () => {
    expect(idsOf(moveLayer(shapes, 'shape-1', 1))).toEqual(['shape-2', 'shape-1', 'shape-3'])
    expect(idsOf(moveLayer(shapes, 'shape-3', -1))).toEqual(['shape-1', 'shape-3', 'shape-2'])
    expect(moveLayer(shapes, 'shape-1', -1)).toBe(shapes)
    expect(moveLayer(shapes, 'shape-3', 1)).toBe(shapes)
    expect(moveLayer(shapes, 'absent', 1)).toBe(shapes)
  })
  test('a copy gets an id of its own, even after one was removed', () => {
    const copy = duplicateElement(removeElement(shapes, 'shape-1'), 'shape-2')!
    expect(idsOf(copy.drawing)).toEqual(['shape-2', 'shape-3', copy.id])
    expect(copy.id).toBe('shape-4')
  })
})

describe('text', () => {
  const element = { kind: 'text', x: 0, y: 0, width: 100, height: 48, size: 20, align: 'start' } as TextElement
  const lay = (text: string, by = {}) => layOutText({ ...element, text, ...by }, (line) => line.length * 10)
  test('wraps between words if it is wider than its box, and is vertically centered', () => {
    expect(lay('save now and today').lines.map(({ text }) => text)).toEqual(['save now', 'and today'])
    expect(lay('one').lines).toEqual([{ text: 'one', y: 30.6 }])
    expect(lay('a\nb').lines).toHaveLength(2)
  })
  test('is right-aligned if it is Arabic', () => {
    expect(directionOf('123 مرحبا')).toBe('rtl')
    expect(lay('مرحبا')).toMatchObject({ x: 100, anchor: 'start', direction: 'rtl' })
    expect(lay('hello', { align: 'end' })).toMatchObject({ x: 100, anchor: 'end', direction: 'ltr' })
  })
})

describe('HTML5', () => {
  const page = pageOf('<svg/>', { size: '300x250', name: '<b>"Sale"', clickUrl: 'https://a.test/?x=</script>' })
  test('declares its size and click URL as ad servers read them, and requests nothing', () => {
    expect(page).toContain('<meta name="ad.size" content="width=300,height=250">')
    expect(page).toContain('var clickTag = "https://a.test/?x=\\u003c/script>"')
    expect(page).toContain('<title>&lt;b&gt;&quot;Sale&quot;</title>')
    expect(page.match(/(?:src|href)="(?!javascript:void)/)).toBeNull()
  })
  test('files are named after their banner', () => {
    expect(fileNameOf({ name: 'Spring Sale!', size: '300x250' }, 'png')).toBe('spring-sale-300x250.png')
    expect(fileNameOf({ name: '!!', size: '300x250' }, 'png')).toBe('banner-300x250.png')
  })
})
