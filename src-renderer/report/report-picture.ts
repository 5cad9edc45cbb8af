import type { ReportRecord } from '../../src-server/contract/records/performance.ts'
import { drawnCurve, type DrawnCurve } from './report-curve.ts'
import {
  reportFigures,
  reportMoney,
  reportPeriod,
  reportRate,
  reportTime,
  reportZone,
} from './report-figures.ts'

type Words = (key: string, named?: Record<string, unknown>) => string

const WIDTH = 900
const MARGIN = 48
const INNER = WIDTH - 2 * MARGIN
const CURVE_HEIGHT = 200
const COLUMNS = 4
/** Pixels of the file for each of the drawing: sharp on phones. */
const SCALE = 2
const INK = '#151a22'
const GREY = '#48525f'
const LINE = '#dfe3e9'
const ACCENT = '#4d44c6'
const FAMILY = 'Inter Variable, system-ui, PingFang SC, Microsoft YaHei, Noto Sans CJK SC, sans-serif'
/** The columns of the table of months: the right end of each, as a part of the width. */
const ENDS = [0.3, 0.45, 0.63, 0.81, 1]

/** The report as a PNG: dark on white in every theme. */
export async function reportPicture(report: ReportRecord, site: string, t: Words): Promise<Uint8Array> {
  const figures = reportFigures(report)
  const figureRows = Math.ceil(figures.length / COLUMNS)
  const height = 190 + figureRows * 62 + CURVE_HEIGHT + 60 + (report.months.length + 1) * 26 + 60
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH * SCALE
  canvas.height = height * SCALE
  const ctx = canvas.getContext('2d')
  if (ctx === null) throw new Error('the browser draws no pictures')
  ctx.scale(SCALE, SCALE)
  ctx.fillStyle = '#ffffff'
  ctx.fillRect(0, 0, WIDTH, height)
  const write = (
    text: string,
    x: number,
    y: number,
    look = '13',
    ink = GREY,
    align: CanvasTextAlign = 'left',
  ) => {
    ctx.font = `${look}px ${FAMILY}`
    ctx.fillStyle = ink
    ctx.textAlign = align
    ctx.fillText(text, x, y)
  }
  const rule = (y: number) => {
    ctx.fillStyle = LINE
    ctx.fillRect(MARGIN, y, INNER, 1)
  }

  write(report.heading || t('report.unnamed'), MARGIN, 70, '600 24', INK)
  write(site, WIDTH - MARGIN, 70, '14', GREY, 'right')
  write([reportPeriod(report), report.currency].filter(Boolean).join(' · '), MARGIN, 96, '14')
  rule(116)
  figures.forEach(({ name, value, more }, place) => {
    const x = MARGIN + (place % COLUMNS) * (INNER / COLUMNS)
    const y = 148 + Math.floor(place / COLUMNS) * 62
    write(t(`report.figure.${name}`), x, y)
    write(value, x, y + 22, '600 17', INK)
    if (more !== undefined) write(more, x, y + 38, '11')
  })

  const top = 150 + figureRows * 62
  const curve = drawnCurve(report.curve, { left: MARGIN, top: top + 16, width: INNER, height: CURVE_HEIGHT })
  write(t('report.curve'), MARGIN, top)
  if (report.curve.length > 0)
    write(`${reportMoney(curve.low)} – ${reportMoney(curve.high)}`, WIDTH - MARGIN, top, '13', GREY, 'right')
  for (const x of curve.moved)
    drawLine(ctx, [[x, top + 16] as const, [x, top + 16 + CURVE_HEIGHT] as const], GREY, 1, [1, 4])
  drawLine(ctx, curve.balance, GREY, 1, [4, 3])
  drawLine(ctx, curve.equity, ACCENT, 2, [])

  let y = top + CURVE_HEIGHT + 56
  const cells = (values: readonly string[], ink: string) => {
    write(values[0] ?? '', MARGIN, y, '13', ink)
    values.slice(1).forEach((value, place) => {
      write(value, MARGIN + INNER * (ENDS[place] ?? 1), y, '13', ink, 'right')
    })
    rule(y + 8)
    y += 26
  }
  const heads = ['profit', 'rate', 'drawdown', 'deposits', 'withdrawals']
  cells([t('report.month'), ...heads.map((name) => t(`report.figure.${name}`))], GREY)
  for (const { month, profit, rate, drawdown_rate: fall, deposits, withdrawals } of report.months) {
    const money = [reportMoney(deposits), reportMoney(withdrawals)]
    cells([month, reportMoney(profit, true), reportRate(rate), reportRate(fall, false), ...money], INK)
  }
  write(
    t('report.foot', { at: reportTime(report.made_at, report), zone: reportZone(report) }),
    MARGIN,
    y + 14,
    '11',
  )
  return bytesOf(canvas)
}

function drawLine(
  ctx: CanvasRenderingContext2D,
  points: DrawnCurve['equity'],
  colour: string,
  width: number,
  dash: number[],
): void {
  ctx.strokeStyle = colour
  ctx.lineWidth = width
  ctx.setLineDash(dash)
  ctx.beginPath()
  points.forEach(([x, y], place) => {
    if (place === 0) ctx.moveTo(x, y)
    else ctx.lineTo(x, y)
  })
  ctx.stroke()
}

function bytesOf(canvas: HTMLCanvasElement): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('the browser made no picture'))
      else
        blob.arrayBuffer().then((buffer) => {
          resolve(new Uint8Array(buffer))
        }, reject)
    }, 'image/png')
  })
}
