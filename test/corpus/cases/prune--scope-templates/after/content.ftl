${fid}
