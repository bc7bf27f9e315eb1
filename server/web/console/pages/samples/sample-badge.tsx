import { Badge } from '@mantine/core';
import { sampleTexts } from '../../texts/samples.ts';

export const SampleBadge = () => <Badge color="grape">{sampleTexts.mark}</Badge>;
