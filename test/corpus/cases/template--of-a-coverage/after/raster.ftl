${features[0].GRAY_INDEX.value}
