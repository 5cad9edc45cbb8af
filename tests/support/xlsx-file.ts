import { strToU8, zipSync } from 'fflate'

/** A cell: a text, a number as the file spells it, a day of the spreadsheet with a date's format, or yes and no. */
export type SheetCell = string | { readonly number: string } | { readonly day: number } | boolean | null

export interface SheetOfFile {
  readonly name: string
  /** By the number of the row in the sheet. */
  readonly rows: Readonly<Record<number, readonly SheetCell[]>>
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function columnName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26))
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter
}

function cellXml(cell: SheetCell, at: string): string {
  if (cell === null) return ''
  if (typeof cell === 'string')
    return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`
  return 'day' in cell
    ? `<c r="${at}" s="1"><v>${cell.day}</v></c>`
    : `<c r="${at}"><v>${cell.number}</v></c>`
}

function sheetXml({ rows }: SheetOfFile): string {
  const lines = Object.entries(rows).map(([row, cells]) => {
    const inside = cells.map((cell, at) => cellXml(cell, `${columnName(at)}${row}`)).join('')
    return `<row r="${row}">${inside}</row>`
  })
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`
}

/** A workbook as a spreadsheet saves it. */
export function xlsxFile(sheets: readonly SheetOfFile[], { is1904 = false } = {}): Uint8Array<ArrayBuffer> {
  const numbered = sheets.map((sheet, at) => ({ sheet, n: at + 1 }))
  const workbook = `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}">
    <workbookPr${is1904 ? ' date1904="1"' : ''}/>
    <sheets>${numbered.map(({ sheet, n }) => `<sheet name="${escaped(sheet.name)}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets>
    </workbook>`
  const relation = (n: number, type: string, target: string) =>
    `<Relationship Id="rId${n}" Type="${RELATIONS}/${type}" Target="${target}"/>`
  const relations = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">
    ${numbered.map(({ n }) => relation(n, 'worksheet', `worksheets/sheet${n}.xml`)).join('')}
    ${relation(sheets.length + 1, 'styles', 'styles.xml')}</Relationships>`
  const styles = `${HEAD}<styleSheet xmlns="${MAIN}"><cellXfs count="2"><xf numFmtId="0"/>
    <xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`
  const types = `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`
  const files = {
    '[Content_Types].xml': types,
    'xl/workbook.xml': workbook,
    'xl/_rels/workbook.xml.rels': relations,
    'xl/styles.xml': styles,
    ...Object.fromEntries(numbered.map(({ sheet, n }) => [`xl/worksheets/sheet${n}.xml`, sheetXml(sheet)])),
  }
  const bytes = zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
  )
  return new Uint8Array(bytes)
}
