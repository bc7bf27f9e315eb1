import type { ServiceType } from '../../../modules/console/shapes.ts';
import { runTypeNames } from '../texts/common.ts';

/** What pages know of each type of run: what it is called, and under which address its pages lie. */
const serviceTypes: Readonly<Record<ServiceType, { name: string; pages: string }>> = {
  speech: { name: runTypeNames.speech, pages: 'runs' },
  cv_deepmatch: { name: runTypeNames.cv_deepmatch, pages: 'matches' },
  cv_deepsearch: { name: runTypeNames.cv_deepsearch, pages: 'cv-search' },
};

export const serviceTypeNames = Object.entries(serviceTypes).map(([value, { name }]) => ({ value, name }));

export const isServiceType = (name: string): name is ServiceType => name in serviceTypes;

/** For people; `otherwise` for what is no type of run (any more). */
export const serviceTypeName = (name: string, otherwise = name): string =>
  name === 'interview' ? runTypeNames.interview : isServiceType(name) ? serviceTypes[name].name : otherwise;

/** The page of one run. */
export const runPath = (clientId: string, run: { id: string; serviceType: ServiceType }): string =>
  `/c/${clientId}/${serviceTypes[run.serviceType].pages}/${run.id}`;
