import { describe, expect, it } from 'vitest'
import { cleanPastedZips, cleanTypedZips, countZips, unknownZipsIn, withMoreZips, withoutZips } from './zip-text.ts'

describe('R129: typed ZIP codes', () => {
  it('keep digits and newlines, and turn a space or a comma into a newline', () => {
    expect(cleanTypedZips('62704 62705,62706\n6a2b7-07')).toBe('62704\n62705\n62706\n62707')
  })

  it('keep the newline just typed, so that the next code can follow', () => {
    expect(cleanTypedZips('62704\n')).toBe('62704\n')
    expect(cleanTypedZips('62704 ')).toBe('62704\n')
  })
})

describe('R130: pasted ZIP codes', () => {
  it('collapse separators of every kind into one newline', () => {
    expect(cleanPastedZips('62704, 62705\t\t62706\r\n\r\n62707;62708')).toBe('62704\n62705\n62706\n62707\n62708')
  })

  it('lose everything that is not a digit, and the resulting empty lines', () => {
    expect(cleanPastedZips('ZIP: 62704, n/a, 62705')).toBe('\n62704\n62705')
  })
})

describe('ZIP codes as spreadsheets and other keyboards write them', () => {
  it('are pasted with their zeros and without their four extra digits', () => {
    expect(cleanPastedZips('2138\t02139-1234\n21401234;٠٢١٤١')).toBe('02138\n02139\n02140\n02141')
  })

  it('are typed in digits of any script', () => {
    expect(cleanTypedZips('٠٢١٣٨ ۰۲۱۳۹')).toBe('02138\n02139')
  })
})

describe('counting ZIP codes', () => {
  it('distinguishes valid codes, duplicates and invalid lines', () => {
    expect(countZips('62704\n62705\n62704\n6270\n62706123\n627041234\n')).toEqual({
      valid: 2,
      repeats: 2,
      misfits: ['6270', '62706123'],
    })
    expect(countZips('')).toEqual({ valid: 0, repeats: 0, misfits: [] })
  })
})

describe('ZIP codes that do not exist', () => {
  it('are read from the server’s error and can be removed from the list', () => {
    const unknownZips = unknownZipsIn('Unknown ZIP codes: 00001, 00002.')
    expect(unknownZips).toEqual(['00001', '00002'])
    expect(withoutZips('00001\n62704\n00002\n62705', unknownZips!)).toBe('62704\n62705')
    expect(unknownZipsIn('رموز بريدية غير معروفة: 00001.')).toEqual(['00001'])
    expect(unknownZipsIn('Enter at most 10000 ZIP codes.')).toBeNull()
    expect(unknownZipsIn(undefined)).toBeNull()
  })
})

describe('a city’s ZIP codes', () => {
  it('are appended to the list, without duplicates', () => {
    expect(withMoreZips('78701\n\n62704\n', ['78701', '78702'])).toBe('78701\n62704\n78702')
    expect(withMoreZips('', ['78701'])).toBe('78701')
  })
})
