import { useEffect, useRef, useState } from 'react'
import type { Image as Picture } from '../api/contract.ts'
import { callWithFile } from '../api/session.ts'
import { useActs } from '../forms/acts.tsx'
import { Button } from '../ui/button.tsx'
import { ChooseFile } from '../ui/choose-file.tsx'
import { Field } from '../ui/field.tsx'
import { Note } from '../ui/message.tsx'
import { Actions } from '../ui/section.tsx'
import css from './place.module.css'
import { t } from './place-texts.ts'

/** Twice the largest size that the pages show: sharp on any screen. */
const SIDE = 192
const LARGEST = 4

/** A picture that was chosen and not taken yet: saving takes it too. */
export interface PendingCrop {
  take(): Promise<void>
}

/** The coat of arms: a picture is cropped to a square here, then uploaded. */
export function Blason({
  acteurId,
  blason,
  onChange,
  onCrop,
}: {
  readonly acteurId: string | undefined
  readonly blason: Picture | null
  readonly onChange: (blason: Picture | null) => void
  readonly onCrop: (crop: PendingCrop | undefined) => void
}) {
  const [chosen, setChosen] = useState<HTMLImageElement>()
  const [unread, setUnread] = useState<string>()
  const choose = (file: File | undefined) => {
    if (!file) return
    setUnread(undefined)
    opened(file).then(setChosen, () => setUnread(file.size === 0 ? t.blason.empty : t.blason.unreadable))
  }
  return (
    <fieldset className={`stack gap-10 start ${css.blason}`}>
      <legend>{t.blason.title}</legend>
      <p className="soft second">
        {acteurId === undefined ? t.blason.noMairie : `${t.blason.about} ${t.blason.kinds}`}
      </p>
      {blason && !chosen && <img src={blason.url} alt="" width="96" height="96" />}
      {chosen && acteurId !== undefined ? (
        <Crop
          key={chosen.src}
          of={chosen}
          acteurId={acteurId}
          onCrop={onCrop}
          onDone={picture => {
            setChosen(undefined)
            if (picture) onChange(picture)
          }}
        />
      ) : (
        <>
          {acteurId !== undefined && (
            <ChooseFile
              label={blason ? t.blason.other : t.blason.choose}
              accept="image/*"
              icon="picture"
              single
              onChoose={([file]) => choose(file)}
            />
          )}
          {blason && (
            <Actions>
              <Button look="quiet" icon="bin" onClick={() => onChange(null)}>
                {t.blason.remove}
              </Button>
            </Actions>
          )}
        </>
      )}
      <div role="alert">{unread && <Note tone="bad">{unread}</Note>}</div>
    </fieldset>
  )
}

/** As a `data:` address: the policy of the page lets no other in. */
const opened = (file: File): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error)
    reader.onload = () => {
      const image = new Image()
      image.onload = () => (image.width > 0 ? resolve(image) : reject(new Error('empty')))
      image.onerror = () => reject(new Error('unreadable'))
      image.src = String(reader.result)
    }
    reader.readAsDataURL(file)
  })

function Crop({
  of,
  acteurId,
  onCrop,
  onDone,
}: {
  readonly of: HTMLImageElement
  readonly acteurId: string
  readonly onCrop: (crop: PendingCrop | undefined) => void
  readonly onDone: (picture: Picture | undefined) => void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [size, setSize] = useState(1)
  const [across, setAcross] = useState(0)
  const [down, setDown] = useState(0)
  const { act, busy, failure } = useActs()
  useEffect(() => {
    draw(canvas.current, of, { size, across, down })
  }, [of, size, across, down])
  const take = async () => {
    const file = await fileOf(canvas.current)
    const signal = AbortSignal.timeout(60_000)
    const once = crypto.randomUUID()
    const { data } = await callWithFile({ acteurId, file, once, signal, onProgress: () => {} })
    onDone(data.image ?? undefined)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; the canvas has the latest crop
  useEffect(() => {
    onCrop({ take })
    return () => onCrop(undefined)
  }, [])
  return (
    <div className={`stack wide ${css.crop}`}>
      <canvas ref={canvas} width={SIDE} height={SIDE} role="img" aria-label={t.blason.crop} />
      <div>
        <Range label={t.blason.size} value={size} from={1} to={LARGEST} onChange={setSize} />
        <Range label={t.blason.across} value={across} from={-1} to={1} onChange={setAcross} />
        <Range label={t.blason.down} value={down} from={-1} to={1} onChange={setDown} />
      </div>
      <Actions>
        <Button off={busy} onClick={() => act(take)}>
          {t.blason.use}
        </Button>
        <Button look="quiet" onClick={() => onDone(undefined)}>
          {t.blason.not}
        </Button>
      </Actions>
      {failure}
    </div>
  )
}

function Range({
  label,
  value,
  from,
  to,
  onChange,
}: {
  readonly label: string
  readonly value: number
  readonly from: number
  readonly to: number
  readonly onChange: (value: number) => void
}) {
  return (
    <Field
      label={label}
      type="range"
      min={from}
      max={to}
      step={0.05}
      value={value}
      onChange={event => onChange(event.currentTarget.valueAsNumber)}
    />
  )
}

interface Part {
  /** 1: all of the picture. */
  readonly size: number
  /** From −1 to 1. */
  readonly across: number
  readonly down: number
}

function draw(canvas: HTMLCanvasElement | null, image: HTMLImageElement, { size, across, down }: Part): void {
  const context = canvas?.getContext('2d')
  if (!context) return
  const scale = (SIDE / Math.max(image.width, image.height)) * size
  const place = (length: number, moved: number) =>
    (SIDE - length) / 2 + (moved * Math.max(0, length - SIDE)) / 2
  const [width, height] = [image.width * scale, image.height * scale]
  context.clearRect(0, 0, SIDE, SIDE)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, place(width, across), place(height, down), width, height)
}

const fileOf = (canvas: HTMLCanvasElement | null): Promise<File> =>
  new Promise((resolve, reject) => {
    canvas?.toBlob(
      blob =>
        blob
          ? resolve(new File([blob], 'blason.png', { type: 'image/png' }))
          : reject(new Error('The canvas gave no picture.')),
      'image/png',
    )
  })
