import { type PDFDocumentProxy, TextLayer } from 'pdfjs-dist';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import type { CvPage as PageSize } from '../../../../../domain/cv/types.ts';
import type { CvText } from '../../../../../modules/console/matches/contract.ts';
import { matchTexts } from '../../../texts/matches.ts';
import { type Mark, nextMark, type Place, placeOf, placesOf } from '../marks.ts';
import classes from './cv.module.css';

interface CvPageProps {
  /** A PDF, or the lines of a Word file. */
  cv: PDFDocumentProxy | CvText['lines'];
  page: PageSize;
  /** In CSS pixels; the page is drawn anew when it changes. */
  widthPx: number;
  marks: readonly Mark[];
  isChosen: (mark: Mark) => boolean;
  /** The one that is scrolled to. */
  targetId: string | undefined;
  onMark: (mark: Mark) => void;
}

/** One page of the CV: the drawing, its text to select, and the places that speak for requirements. */
export function CvPage({ cv, page, widthPx, marks, isChosen, targetId, onMark }: CvPageProps) {
  const lines = Array.isArray(cv) ? cv : undefined;
  const [isPdfDrawn, setDrawn] = useState(false);
  const isDrawn = lines !== undefined || isPdfDrawn;
  return (
    <section
      className={classes.page}
      data-page={page.number}
      data-drawn={isDrawn || undefined}
      aria-busy={!isDrawn}
      aria-label={matchTexts.cv.page(page.number)}
      style={
        { '--page-width': `${widthPx}px`, '--page-ratio': page.widthPt / page.heightPt } as CSSProperties
      }
    >
      {lines ? (
        <PlainText lines={lines.filter((line) => line.page === page.number)} page={page} />
      ) : (
        <PdfDrawing
          pdf={cv as PDFDocumentProxy}
          number={page.number}
          widthPx={widthPx}
          onDrawn={() => setDrawn(true)}
        />
      )}
      {placesOf(marks).map((place) => (
        <PlaceButton key={place.key} place={place} isChosen={isChosen} targetId={targetId} onMark={onMark} />
      ))}
    </section>
  );
}

/** Lines of a Word file where they were set, each as wide as its place: marks lie on their words. */
function PlainText({ lines, page }: { lines: CvText['lines']; page: PageSize }) {
  const { widthPt, heightPt } = page;
  return (
    <svg className={classes.lines} viewBox={`0 0 ${widthPt} ${heightPt}`}>
      <title>{matchTexts.cv.page(page.number)}</title>
      {lines.map(({ box, words, fontSizePt, isBold, isBullet }, index) => (
        <g
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change their order
          key={index}
          fontSize={fontSizePt}
          fontWeight={isBold ? 650 : 400}
          transform={`translate(0 ${(box.y + box.height * BASELINE) * heightPt})`}
        >
          {isBullet && <text x={box.x * widthPt}>•</text>}
          {words.map(({ text, x, width }) => (
            <text key={x} x={x * widthPt} textLength={width * widthPt} lengthAdjust="spacingAndGlyphs">
              {text}
            </text>
          ))}
        </g>
      ))}
    </svg>
  );
}

/** Of a line's height, from its top. */
const BASELINE = 0.78;

function PdfDrawing({ pdf, number, widthPx, onDrawn }: Omit<Drawing, 'canvas' | 'text'>) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const drawn = useRef(onDrawn);
  drawn.current = onDrawn;

  useEffect(() => {
    const stop = new AbortController();
    if (canvas.current && text.current) {
      const drawing = {
        ...{ pdf, number, widthPx, canvas: canvas.current, text: text.current },
        onDrawn: () => drawn.current(),
      };
      void draw(drawing, stop.signal);
    }
    return () => stop.abort();
  }, [pdf, number, widthPx]);

  return (
    <>
      <canvas ref={canvas} className={classes.canvas} aria-hidden />
      <div ref={text} className={classes.text} />
    </>
  );
}

interface PlaceButtonProps extends Pick<CvPageProps, 'isChosen' | 'targetId' | 'onMark'> {
  place: Place;
}

/** Highlighted words; pressed again and again, they lead through all the requirements they speak for. */
function PlaceButton({ place, isChosen, targetId, onMark }: PlaceButtonProps) {
  const chosen = place.marks.find(isChosen);
  const shown = chosen ?? place.marks[0]!;
  const label = chosen?.label ?? [...new Set(place.marks.map((mark) => mark.label))].join(', ');
  return (
    <button
      type="button"
      className={classes.mark}
      style={placeOf(place.box)}
      data-tone={shown.tone}
      data-chosen={chosen !== undefined || undefined}
      data-target={place.marks.some(({ id }) => id === targetId) || undefined}
      aria-label={matchTexts.cv.mark(label, shown.text)}
      aria-pressed={chosen !== undefined}
      onClick={() => onMark(nextMark(place, isChosen))}
    >
      <span className={classes.tag} aria-hidden>
        {label}
      </span>
    </button>
  );
}

interface Drawing {
  pdf: PDFDocumentProxy;
  number: number;
  widthPx: number;
  canvas: HTMLCanvasElement;
  text: HTMLDivElement;
  onDrawn: () => void;
}

async function draw(drawing: Drawing, signal: AbortSignal): Promise<void> {
  const { pdf, number, widthPx, canvas, text, onDrawn } = drawing;
  const page = await pdf.getPage(number);
  if (signal.aborted) return;
  const scale = widthPx / page.getViewport({ scale: 1 }).width;
  const sharpness = Math.min(2, Math.max(1.5, window.devicePixelRatio));
  const viewport = page.getViewport({ scale: scale * sharpness });
  // Drawn aside, so that the old drawing stays until the new one is there.
  const fresh = document.createElement('canvas');
  fresh.width = Math.ceil(viewport.width);
  fresh.height = Math.ceil(viewport.height);
  const task = page.render({ canvas: fresh, viewport });
  signal.addEventListener('abort', () => task.cancel(), { once: true });
  try {
    await task.promise;
    if (signal.aborted) return;
    canvas.width = fresh.width;
    canvas.height = fresh.height;
    canvas.getContext('2d')?.drawImage(fresh, 0, 0);
    onDrawn();
    text.replaceChildren();
    text.style.setProperty('--total-scale-factor', String(scale));
    const layer = new TextLayer({
      textContentSource: page.streamTextContent(),
      container: text,
      viewport: page.getViewport({ scale }),
    });
    await layer.render();
  } catch (error) {
    // What was called off is drawn again elsewhere; what is damaged stays white, its text is in the quotes.
    if (signal.aborted) return;
    console.warn('A page of the CV could not be drawn.', error);
    onDrawn();
  }
}
