import { ActionIcon, Center, Group, Loader, Text, Tooltip } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import type { CvPage as PageSize } from '../../../../../domain/cv/types.ts';
import { reading } from '../../../api/reads.ts';
import { FaultAlert } from '../../../components/fault-alert.tsx';
import { matchTexts } from '../../../texts/matches.ts';
import { type Mark, scrollTopFor } from '../marks.ts';
import classes from './cv.module.css';
import { CvPage } from './cv-page.tsx';
import { openPdf } from './open-pdf.ts';

const zooms = [0.6, 0.8, 1, 1.25, 1.5, 2];
/** Room beside a page for the numbers of its marks. */
const GUTTER_PX = 44;
const NARROW_PX = 480;
const WIDEST_PX = 1000;

export interface CvViewerProps {
  /** Of the file, on this server. */
  url: string;
  /** Of a Word file: whose text is shown on plain pages, as it was read. */
  textOf?: { clientId: string; runId: string };
  /** As they were read; undefined where the CV could not be read: then the PDF says itself. */
  pages: readonly PageSize[] | undefined;
  marks: readonly Mark[];
  isChosen: (mark: Mark) => boolean;
  /** Scrolled to whenever it changes; `at` tells two wishes for the same place apart. */
  target: { mark: Mark; at: number } | undefined;
  onMark: (mark: Mark) => void;
  /** To the chosen requirement's quote before and after; undefined where there is none to go to. */
  quotes?: { current: number; count: number; onStep: (step: 1 | -1) => void } | undefined;
}

/** The CV as it came, with the places that speak for requirements highlighted. */
export function CvViewer({ url, textOf, pages, marks, isChosen, target, onMark, quotes }: CvViewerProps) {
  const pdf = usePdf(textOf ? undefined : url, pages);
  const text = useQuery({
    ...reading('GET /clients/:clientId/matches/:runId/cv/text', {
      params: textOf ?? { clientId: '', runId: '' },
    }),
    enabled: textOf !== undefined,
  });
  const sizes = textOf ? pages : pdf.sizes;
  const fault = textOf ? text.error : pdf.fault;
  const document = textOf ? text.data?.lines : pdf.document;
  const { ref: measure, width } = useElementSize();
  const scroller = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState(1);
  const gutterPx = width < NARROW_PX ? 0 : GUTTER_PX;
  const widthPx = Math.floor(Math.min(width - gutterPx, WIDEST_PX) * zoom);
  const isDrawn = document !== undefined && sizes !== undefined && width > 0;

  useEffect(() => {
    if (!target || !isDrawn || !scroller.current) return;
    const window_ = scroller.current;
    const page = window_.querySelector<HTMLElement>(`[data-page="${target.mark.page}"]`);
    if (!page) return;
    const top = scrollTopFor(
      target.mark.box,
      { topPx: page.offsetTop, heightPx: page.offsetHeight },
      window_.clientHeight,
    );
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    window_.scrollTo({ top, behavior: isCalm ? 'auto' : 'smooth' });
  }, [target, isDrawn]);

  return (
    <div className={classes.viewer}>
      <div className={classes.bar} data-print="hide">
        {marks.length > 0 ? <QuoteSteps {...(quotes && { quotes })} /> : <span />}
        <ZoomSteps zoom={zoom} onZoom={setZoom} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.window} ref={scroller} tabIndex={0} aria-label={matchTexts.cv.label}>
        <div ref={measure}>
          <FaultAlert fault={fault} title={matchTexts.cv.notShown} />
          {!fault && !isDrawn && (
            <Center h={320}>
              <Loader role="status" aria-label={matchTexts.cv.loading} />
            </Center>
          )}
          {isDrawn && textOf && (
            <Text size="xs" c="dimmed" ta="center" mb="xs" data-print="hide">
              {matchTexts.cv.fromWord}
            </Text>
          )}
          {isDrawn &&
            sizes.map((page) => (
              <CvPage
                key={page.number}
                cv={document}
                page={page}
                widthPx={widthPx}
                marks={marks.filter((mark) => mark.page === page.number)}
                isChosen={isChosen}
                targetId={target?.mark.id}
                onMark={onMark}
              />
            ))}
        </div>
      </section>
    </div>
  );
}

function usePdf(url: string | undefined, pages: readonly PageSize[] | undefined) {
  const [document, setDocument] = useState<PDFDocumentProxy>();
  const [sizes, setSizes] = useState(pages);
  const [fault, setFault] = useState<unknown>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sizes belong to the file of this address
  useEffect(() => {
    if (url === undefined) return;
    const opened = openPdf(url);
    let isLeft = false;
    opened.document
      .then(async (pdf) => {
        const found = pages ?? (await sizesOf(pdf));
        if (isLeft) return;
        setSizes(found);
        setDocument(pdf);
      })
      .catch((error: unknown) => {
        if (!isLeft) setFault(error);
      });
    return () => {
      isLeft = true;
      setDocument(undefined);
      opened.close();
    };
  }, [url]);
  return { document, sizes, fault };
}

async function sizesOf(pdf: PDFDocumentProxy): Promise<PageSize[]> {
  const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1);
  return Promise.all(
    numbers.map(async (number) => {
      const { width, height } = (await pdf.getPage(number)).getViewport({ scale: 1 });
      return { number, widthPt: width, heightPt: height, source: 'text' as const };
    }),
  );
}

function QuoteSteps({ quotes }: Pick<CvViewerProps, 'quotes'>) {
  const { cv } = matchTexts;
  if (!quotes || quotes.count === 0) {
    return (
      <Text size="xs" c="dimmed">
        {cv.hint}
      </Text>
    );
  }
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon aria-label={cv.previousQuote} onClick={() => quotes.onStep(-1)} disabled={quotes.count < 2}>
        <IconChevronLeft size={17} aria-hidden />
      </ActionIcon>
      <Text size="xs" fw={550} data-figures aria-live="polite">
        {cv.quoteOf(quotes.current + 1, quotes.count)}
      </Text>
      <ActionIcon aria-label={cv.nextQuote} onClick={() => quotes.onStep(1)} disabled={quotes.count < 2}>
        <IconChevronRight size={17} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

function ZoomSteps({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const { cv } = matchTexts;
  const at = zooms.indexOf(zoom);
  return (
    <Group gap={4} wrap="nowrap">
      <Tooltip label={cv.smaller}>
        <ActionIcon aria-label={cv.smaller} disabled={at === 0} onClick={() => onZoom(zooms[at - 1]!)}>
          <IconZoomOut size={17} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Text size="xs" c="dimmed" w={40} ta="center" data-figures>
        {Math.round(zoom * 100)} %
      </Text>
      <Tooltip label={cv.larger}>
        <ActionIcon
          aria-label={cv.larger}
          disabled={at === zooms.length - 1}
          onClick={() => onZoom(zooms[at + 1]!)}
        >
          <IconZoomIn size={17} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
