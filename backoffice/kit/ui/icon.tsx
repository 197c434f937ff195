/** Our own icons, on a grid of 20. An icon always has a word beside it, except arrows and “⋯”. */
export const STROKES = {
  check: 'm4 10 4 4 8-9',
  cross: 'm5 5 10 10M15 5 5 15',
  inbox: 'M3 11h4l1.5 2.5h3L13 11h4M4.6 4.5h10.8L17 11v4.5H3V11z',
  mail: 'M3 4.500h14v11H3zM3 5.500l7 5.500 7-5.500',
  key: 'M12.500 12a4.500 4.500 0 1 0-4.200-2.800L3 14.500V17h3v-2h2v-2l1.500-1.500 3 .500M13.500 6.500h.01',
  home: 'M3 9.5 10 4l7 5.5V17h-4.500v-4.500h-5V17H3z',
  search: 'M9 14.500a5.500 5.500 0 1 0 0-11 5.500 5.500 0 0 0 0 11M13 13l4 4',
  sliders: 'M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4',
  sort: 'M4 5v10l-2.500-2.500M4 15l2.500-2.500M10 6h7M10 10h5M10 14h3',
  clock: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14M10 6v4l2.500 2',
  twins: 'M7 7h10v10H7zM3 13V3h10',
  flag: 'M5 17V3.500h10l-2 3.500 2 3.500H5',
  feed: 'M4 11a5 5 0 0 1 5 5M4 6a10 10 0 0 1 10 10M4.800 15.200h.01',
  pen: 'M4 16h3l9-9-3-3-9 9zM11 6l3 3',
  star: 'm10 3 2.200 4.600 5 .700-3.600 3.500.900 5L10 14.400l-4.500 2.400.900-5L2.800 8.300l5-.700z',
  bin: 'M4 6h12M8 6V4h4v2M5.500 6l.800 11h7.400l.800-11M8.500 9v5M11.500 9v5',
  back: 'M12 4 6 10l6 6',
  forward: 'm8 4 6 6-6 6',
  up: 'm4 12 6-6 6 6',
  down: 'm4 8 6 6 6-6',
  more: 'M4.500 10h.01M10 10h.01M15.500 10h.01',
  keys: 'M2.500 5.500h15v9h-15zM5.500 8.500h.01M8.500 8.500h.01M11.500 8.500h.01M14.500 8.500h.01M6.500 11.500h7',
  undo: 'M7 5 3.500 8.500 7 12M3.500 8.500H12a4.500 4.500 0 0 1 0 9H9',
  warn: 'M10 3 2.500 16.500h15zM10 8v4M10 14.300h.01',
  person: 'M4 17a6 6 0 0 1 12 0M10 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6',
  out: 'M8 4H4v12h4M8 10h9M14 7l3 3-3 3',
  picture: 'M3 4.500h14v11H3zM3 13l4-4 4 4 2-2 4 4M13.500 8h.01',
  eye: 'M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5M10 12.300a2.300 2.300 0 1 0 0-4.600 2.300 2.300 0 0 0 0 4.600',
  link: 'M8.500 11.500 11.500 8.500M9 6l1.500-1.500a3.500 3.500 0 0 1 5 5L14 11M11 14l-1.500 1.500a3.500 3.500 0 0 1-5-5L6 9',
  book: 'M4 3.500h9.500a2 2 0 0 1 2 2V17H6a2 2 0 0 1-2-2zM4 15a2 2 0 0 1 2-2h9.500M7.500 7h4.500',
  people:
    'M2 16.500a5 5 0 0 1 10 0M7 9.500a3 3 0 1 0 0-6 3 3 0 0 0 0 6M13 4a3 3 0 0 1 0 5.500M14.500 12a5 5 0 0 1 3.500 4.500',
  card: 'M2.500 5h15v10.500h-15zM2.500 8.500h15M5.500 12.500h3',
  wheel:
    'M10 12.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5M10 2.500v2.500M10 15v2.500M2.500 10H5M15 10h2.500M4.700 4.700l1.800 1.800M13.500 13.500l1.800 1.800M15.300 4.700l-1.800 1.800M6.500 13.500l-1.800 1.800',
  down_to: 'M10 3v9M6 8.500l4 4 4-4M4 16.500h12',
  compare: 'M3 4h6v12H3zM11 4h6v12h-6z',
  heart:
    'M10 16.500S3 12 3 7.500A3.500 3.500 0 0 1 10 6a3.500 3.500 0 0 1 7 1.500C17 12 10 16.500 10 16.500M6 10h2l1-2 2 4 1-2h2',
  scales: 'M10 3v13M6 16.500h8M4 5.500h12M4 5.500 1.500 11h5zM16 5.500 13.500 11h5z',
  town: 'M3 17V9l4-3 4 3v8M11 17V4h6v13M3 17h14M6.500 11h1M6.500 14h1M13.500 7.500h1M13.500 11h1M13.500 14h1',
} as const
export type IconName = keyof typeof STROKES

export function Icon({ name, small }: { readonly name: IconName; readonly small?: boolean }) {
  const size = small ? 15 : 18
  const round = name === 'more' || name === 'feed' ? 2.4 : 1.7
  return (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={round}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={STROKES[name]} />
    </svg>
  )
}
