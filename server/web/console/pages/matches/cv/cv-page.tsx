import { type PDFDocumentProxy, TextLayer } from 'pdfjs-dist';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import type { CvPage as PageSize } from '../../../../../domain/cv/types.ts';
import { matchTexts } from '../../../texts/matches.ts';
import { type Mark, nextMark, type Place, placeOf, placesOf } from '../marks.ts';
import classes from './cv.module.css';

interface CvPageProps {
  pdf: PDFDocumentProxy;
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
export function CvPage({ pdf, page, widthPx, marks, isChosen, targetId, onMark }: CvPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [isDrawn, setDrawn] = useState(false);

  useEffect(() => {
    const stop = new AbortController();
    if (canvas.current && text.current) {
      const drawing = {
        pdf,
        number: page.number,
        widthPx,
        canvas: canvas.current,
        text: text.current,
        onDrawn: () => setDrawn(true),
      };
      void draw(drawing, stop.signal);
    }
    return () => stop.abort();
  }, [pdf, page.number, widthPx]);

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
      <canvas ref={canvas} className={classes.canvas} aria-hidden />
      <div ref={text} className={classes.text} />
      {placesOf(marks).map((place) => (
        <PlaceButton key={place.key} place={place} isChosen={isChosen} targetId={targetId} onMark={onMark} />
      ))}
    </section>
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
